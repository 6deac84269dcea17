/** A technician in four blocks: who they are, how to reach them, their picture, and what is said of them. */
import { zodResolver } from "@hookform/resolvers/zod";
import Trash2 from "lucide-react/icons/trash-2";
import { useEffect, useEffectEvent, useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { EditConflict } from "../../../components/office/edit-conflict.tsx";
import { UnsavedGuard } from "../../../components/office/unsaved-guard.tsx";
import { BusyButton } from "../../../components/ui/busy-button.tsx";
import { toast } from "../../../components/ui/toast/toast.ts";
import { formatDateTime } from "../../../lib/date-times.ts";
import { useListAddress, WayBack } from "../way-back.tsx";
import { DeleteTechnician } from "./delete-technician.tsx";
import { ContactBlock, GeneralBlock, ImageBlock, RatingBlock } from "./form-blocks.tsx";
import { technicianSchema, toForm, toValues } from "./technician.schema.ts";
import { changedFields, type StoredTechnician, TECHNICIANS } from "./technician.ts";
import { useTechnician } from "./use-technician.ts";

/** Without a technician it makes a new one. */
export function TechnicianForm({ technician }: { technician: StoredTechnician | null }) {
  const list = useListAddress(TECHNICIANS);
  const navigate = useNavigate();
  const { id, stored, newer, save, acceptNewer } = useTechnician(technician);
  const form = useForm({ resolver: zodResolver(technicianSchema), defaultValues: toForm(stored) });
  const { isSubmitting, isDirty } = form.formState;
  const [deleting, setDeleting] = useState(false);
  const [done, setDone] = useState(false);

  // Once the guard knows that nothing is lost.
  const leave = useEffectEvent(() => navigate(list));
  useEffect(() => {
    if (done) void leave();
  }, [done]);

  const submit = form.handleSubmit(
    async (accepted) => {
      const outcome = await save(toValues(accepted, stored));
      if (outcome === "saved") setDone(true);
      if (outcome === "slug") {
        form.setError(
          "slug",
          { message: "Ce slug est déjà celui d'un autre technicien" },
          { shouldFocus: true },
        );
      }
    },
    () =>
      toast({
        title: "Erreur de validation",
        description: "Vérifiez les champs signalés.",
        variant: "destructive",
        topic: "validation",
      }),
  );

  return (
    <form noValidate method="post" onSubmit={submit} className="grid gap-5">
      <UnsavedGuard dirty={isDirty && !done} />
      <div className="desk-bar">
        <div className="mr-auto">
          <WayBack to={list}>Techniciens</WayBack>
        </div>
        {stored && (
          <button type="button" className="btn btn-outline text-danger" onClick={() => setDeleting(true)}>
            <Trash2 aria-hidden size={16} />
            <span className="max-sm:sr-only">Supprimer</span>
          </button>
        )}
        <BusyButton type="submit" className="btn btn-primary" busy={isSubmitting || done}>
          {isSubmitting ? "Enregistrement..." : "Enregistrer"}
        </BusyButton>
      </div>
      <h2 className="text-xl">{stored ? stored.name : "Nouveau technicien"}</h2>
      {newer && (
        <EditConflict
          what="ce technicien"
          changes={stored ? changedFields(stored, newer) : []}
          onTake={() => {
            acceptNewer();
            form.reset(toForm(newer));
          }}
          onKeep={acceptNewer}
        />
      )}
      <div className="grid items-start gap-5 lg:grid-cols-[1fr_360px]">
        <div className="grid gap-5">
          <GeneralBlock form={form} id={id} isNew={!stored} />
          <ContactBlock form={form} />
        </div>
        <div className="grid gap-5">
          <ImageBlock form={form} />
          <RatingBlock form={form} verifiedSince={stored?.verified_at ?? null} />
        </div>
      </div>
      {stored && (
        <p className="flex flex-wrap items-center justify-between gap-x-4 text-sm text-ink-soft">
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
