/** Creates or edits a brand. A logo that does not load may be saved: the shop then shows the name as text. */

import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { EditConflict } from "#app/components/admin/edit-conflict.tsx";
import { EditDialog } from "#app/components/admin/edit-dialog.tsx";
import { ImageUrlField } from "#app/components/admin/image-url-field.tsx";
import { BROKEN_IMAGE_MESSAGE, useImageCheck } from "#app/components/admin/use-image-check.ts";
import { TextField } from "#app/components/ui/forms/field.tsx";
import { toast, toastError } from "#app/components/ui/toast/toast.ts";
import { DELETED_MESSAGE } from "#app/features/admin/shared/mutations/assert-rows-affected.ts";
import { UNREACHABLE_REASON } from "#app/features/admin/shared/mutations/error-messages.ts";
import { useOptimisticLock } from "#app/features/admin/shared/mutations/use-optimistic-lock.ts";
import { toUserMessage, UserError } from "#app/features/admin/shared/mutations/user-error.ts";
import { randomId } from "#app/lib/random-id.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { type BrandValues, brandSchema } from "./brand.schema.ts";
import { createBrand, updateBrand } from "./brands.mutations.ts";
import { type Brand, findBrand } from "./brands.queries.ts";

interface BrandDialogProps {
  /** Null for a new brand. */
  brand: Brand | null;
  onClose(): void;
  /** Called after a successful save; the dialog stays busy until it resolves. */
  onSaved(): Promise<void>;
}

export function BrandDialog({ brand, onClose, onSaved }: BrandDialogProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const [newId] = useState(randomId);
  const id = brand?.id ?? newId;
  const { stored, conflict, save, acceptNewer } = useOptimisticLock<BrandValues, Brand>(brand, {
    write: (values, base) =>
      base === null ? createBrand(getSupabase(), id, values) : updateBrand(getSupabase(), id, values, base),
    find: () => findBrand(getSupabase(), id),
    isSaved: (values, now) => diffBrands(values, now).length === 0,
  });
  const { register, handleSubmit, reset, control, formState } = useForm({
    resolver: zodResolver(brandSchema),
    defaultValues: toBrandInput(brand),
  });
  const { errors, isSubmitting } = formState;
  const logo = useWatch({ control, name: "logo" });
  const logoState = useImageCheck(logo);

  const submit = handleSubmit(async (values) => {
    setFailure(null);
    try {
      const result = await save(values);
      if (result.kind === "conflict") {
        if (!result.conflict.newer) throw new UserError(DELETED_MESSAGE);
        return;
      }
    } catch (error) {
      console.error("admin: the brand could not be saved", error);
      const failed = brand ? "Impossible de mettre à jour la marque" : "Impossible d'ajouter la marque";
      const reason = toUserMessage(error, UNREACHABLE_REASON);
      setFailure(`${failed} : ${reason}`);
      toastError(failed);
      return;
    }
    toast({ title: brand ? "Marque mise à jour" : "Marque ajoutée", description: values.name });
    await onSaved();
  });

  return (
    <EditDialog
      title={brand ? "Modifier la marque" : "Nouvelle marque"}
      failure={failure}
      busy={isSubmitting}
      onSubmit={submit}
      onClose={onClose}
    >
      {conflict?.newer && stored && (
        <EditConflict
          subject="cette marque"
          changes={diffBrands(stored, conflict.newer)}
          onAcceptTheirs={() => {
            acceptNewer();
            reset(toBrandInput(conflict.newer));
          }}
          onKeepMine={acceptNewer}
        />
      )}
      <TextField label="Nom" autoComplete="off" error={errors.name?.message} {...register("name")} />
      <ImageUrlField
        label="Logo"
        optional
        url={logo}
        state={logoState}
        contain
        hint={
          logoState === "broken"
            ? `${BROKEN_IMAGE_MESSAGE} : la boutique montrera le nom.`
            : "L'adresse d'une image. Sans logo, la boutique montre le nom."
        }
        error={errors.logo?.message}
        {...register("logo")}
      />
    </EditDialog>
  );
}

const toBrandInput = (brand: Brand | null) => ({ name: brand?.name ?? "", logo: brand?.logo ?? "" });

/** The differences between two versions, with the values of the second one. */
function diffBrands(before: BrandValues, now: BrandValues): { label: string; value: string }[] {
  const fields = [
    { label: "Nom", before: before.name, value: now.name },
    { label: "Logo", before: before.logo ?? "", value: now.logo ?? "" },
  ];
  return fields
    .filter(({ before, value }) => before !== value)
    .map(({ label, value }) => ({ label, value: value || "vide" }));
}
