/** Makes a brand or changes one. A logo that does not load may be saved: the shop then shows the name in letters. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { EditDialog } from "../../../components/office/edit-dialog.tsx";
import { PictureField } from "../../../components/office/picture-field.tsx";
import { BROKEN_PICTURE, usePictureCheck } from "../../../components/office/use-picture-check.ts";
import { TextField } from "../../../components/ui/field.tsx";
import { toast, toastError } from "../../../components/ui/toast/toast.ts";
import { authClient } from "../../../lib/auth.client.ts";
import { randomId } from "../../../lib/random-id.ts";
import { supabase } from "../../../lib/supabase.client.ts";
import { withRenewal } from "../../../lib/with-renewal.ts";
import { refusalMessage } from "../refusal.ts";
import { brandSchema } from "./brand.schema.ts";
import { createBrand, updateBrand } from "./brands.mutations.ts";
import type { Brand } from "./brands.queries.ts";

interface BrandDialogProps {
  /** Null for a new one. */
  brand: Brand | null;
  onClose(): void;
  /** After it was saved; the dialog stays busy until it is done. */
  onSaved(): Promise<void>;
}

export function BrandDialog({ brand, onClose, onSaved }: BrandDialogProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const [newId] = useState(randomId);
  const { register, handleSubmit, control, formState } = useForm({
    resolver: zodResolver(brandSchema),
    defaultValues: { name: brand?.name ?? "", logo: brand?.logo ?? "" },
  });
  const { errors, isSubmitting } = formState;
  const logo = useWatch({ control, name: "logo" });
  const picture = usePictureCheck(logo);

  const submit = handleSubmit(async (values) => {
    setFailure(null);
    try {
      const client = supabase();
      await withRenewal(authClient, () =>
        brand ? updateBrand(client, brand.id, values) : createBrand(client, newId, values),
      );
    } catch (error) {
      console.error("office: the brand could not be saved", error);
      const failed = brand ? "Impossible de mettre à jour la marque" : "Impossible d'ajouter la marque";
      const reason = refusalMessage(error, "le serveur ne répond pas");
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
      <TextField label="Nom" autoComplete="off" error={errors.name?.message} {...register("name")} />
      <PictureField
        label="Logo"
        optional
        url={logo}
        state={picture}
        whole
        hint={
          picture === "broken"
            ? `${BROKEN_PICTURE} : la boutique montrera le nom.`
            : "L'adresse d'une image. Sans logo, la boutique montre le nom."
        }
        error={errors.logo?.message}
        {...register("logo")}
      />
    </EditDialog>
  );
}
