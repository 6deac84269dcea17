/** The form of a technician, in four sections: general information, contact details, image and rating. */

import { zodResolver } from "@hookform/resolvers/zod";
import Trash2 from "lucide-react/icons/trash-2";
import { useEffect, useEffectEvent, useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { EditConflict } from "#app/components/admin/edit-conflict.tsx";
import { UnsavedGuard } from "#app/components/admin/unsaved-guard.tsx";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { BackLink, useListLocation } from "#app/features/admin/shared/back-link.tsx";
import { useImageUpload } from "#app/features/admin/shared/images/use-image-upload.tsx";
import { VALIDATION_ERROR_TITLE } from "#app/features/admin/shared/mutations/error-messages.ts";
import { formatDateTime } from "#app/lib/format/date-times.ts";
import { DeleteTechnician } from "./delete-technician.tsx";
import { ContactSection, GeneralSection, ImageSection, RatingSection } from "./form-sections.tsx";
import { SLUG_TAKEN_MESSAGE } from "./technician.mutations.ts";
import { technicianSchema, toTechnicianInput, toTechnicianValues } from "./technician.schema.ts";
import { diffTechnicians, type StoredTechnician, TECHNICIANS_PATH } from "./technician.ts";
import { useTechnicianEditor } from "./use-technician-editor.ts";

/** Without a technician it creates a new one. */
export function TechnicianForm({ technician }: { technician: StoredTechnician | null }) {
  const list = useListLocation(TECHNICIANS_PATH);
  const navigate = useNavigate();
  const { id, stored, newer, save, acceptNewer } = useTechnicianEditor(technician);
  const form = useForm({ resolver: zodResolver(technicianSchema), defaultValues: toTechnicianInput(stored) });
  const { isSubmitting, isDirty } = form.formState;
  const upload = useImageUpload(id, "Envoyer une photo", (url) =>
    form.setValue("image", url, { shouldDirty: true, shouldValidate: true }),
  );
  const [deleting, setDeleting] = useState(false);
  const [done, setDone] = useState(false);

  // Navigates after the unsaved-changes guard is disabled.
  const leave = useEffectEvent(() => navigate(list));
  useEffect(() => {
    if (done) void leave();
  }, [done]);

  const submit = form.handleSubmit(
    async (values) => {
      const result = await save(toTechnicianValues(values, stored));
      if (result === "saved") setDone(true);
      if (result === "slug-taken") {
        form.setError("slug", { message: SLUG_TAKEN_MESSAGE }, { shouldFocus: true });
      }
    },
    () =>
      toast({
        title: VALIDATION_ERROR_TITLE,
        description: "Vérifiez les champs signalés.",
        variant: "error",
        topic: "validation",
      }),
  );

  return (
    <form noValidate method="post" onSubmit={submit} className="grid gap-5">
      <UnsavedGuard dirty={isDirty && !done} />
      <div className="admin-save-bar">
        <div className="mr-auto">
          <BackLink to={list}>Techniciens</BackLink>
        </div>
        {stored && (
          <Button variant="danger" onClick={() => setDeleting(true)}>
            <Trash2 aria-hidden size={16} />
            <span className="max-sm:sr-only">Supprimer</span>
          </Button>
        )}
        <BusyButton
          variant="primary"
          type="submit"
          busy={isSubmitting || done}
          disabled={upload.isUploading && !isSubmitting}
        >
          {isSubmitting ? "Enregistrement..." : "Enregistrer"}
        </BusyButton>
      </div>
      <h2 className="text-xl">{stored ? stored.name : "Nouveau technicien"}</h2>
      {newer && (
        <EditConflict
          subject="ce technicien"
          changes={stored ? diffTechnicians(stored, newer) : []}
          onAcceptTheirs={() => {
            acceptNewer();
            form.reset(toTechnicianInput(newer));
          }}
          onKeepMine={acceptNewer}
        />
      )}
      <div className="grid items-start gap-5 lg:grid-cols-aside">
        <div className="grid gap-5">
          <GeneralSection form={form} id={id} storedSlug={stored?.slug ?? null} />
          <ContactSection form={form} />
        </div>
        <div className="grid gap-5">
          <ImageSection form={form} upload={upload.field} />
          <RatingSection form={form} verifiedSince={stored?.verified_at ?? null} />
        </div>
      </div>
      {stored && (
        <p className="flex flex-wrap items-center justify-between gap-x-4 text-sm text-muted">
          Dernière modification : {formatDateTime(stored.updated_at)}
          <a
            href={`/technician/${stored.slug}`}
            target="_blank"
            rel="noopener noreferrer"
            className="link inline-flex min-h-11 items-center md:min-h-9"
          >
            Voir la fiche publique
          </a>
        </p>
      )}
      {deleting && stored && (
        <DeleteTechnician
          technician={stored}
          onDeleted={() => setDone(true)}
          onClose={() => setDeleting(false)}
        />
      )}
    </form>
  );
}
