/** Creates or edits a brand. A logo that does not load may be saved: the shop then shows the name as text. */

import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { EditDialog } from "#app/components/admin/edit-dialog.tsx";
import { ImageUrlField } from "#app/components/admin/image-url-field.tsx";
import { BROKEN_IMAGE_MESSAGE, useImageCheck } from "#app/components/admin/use-image-check.ts";
import { TextAreaField, TextField } from "#app/components/ui/forms/field.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { useImageUpload } from "#app/features/admin/shared/images/use-image-upload.tsx";
import { diffFields } from "#app/features/admin/shared/mutations/diff-fields.ts";
import { reportSaveFailure } from "#app/features/admin/shared/mutations/report-save-failure.ts";
import { useRowForm } from "#app/features/admin/shared/mutations/use-row-form.tsx";
import { slugifyName } from "#app/lib/format/slugs.ts";
import { randomId } from "#app/lib/random-id.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { type BrandInput, type BrandValues, brandSchema } from "./brand.schema.ts";
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
  const [newId] = useState(randomId);
  const id = brand?.id ?? newId;
  const form = useForm({
    resolver: zodResolver(brandSchema),
    defaultValues: toBrandInput(brand ?? { name: "", slug: "", logo: null, description: null }),
  });
  const { register, control, setValue, formState } = form;
  const { errors, dirtyFields, isSubmitted } = formState;
  const logo = useWatch({ control, name: "logo" });
  const logoState = useImageCheck(logo);
  const upload = useImageUpload(id, "Envoyer un logo", (url) =>
    setValue("logo", url, { shouldDirty: true, shouldValidate: true }),
  );
  const dialog = useRowForm<BrandInput, BrandValues, Brand>({
    form,
    row: brand,
    toInput: toBrandInput,
    diff: diffBrands,
    write: (values, base) =>
      base === null ? createBrand(getSupabase(), id, values) : updateBrand(getSupabase(), id, values, base),
    find: () => findBrand(getSupabase(), id),
    entity: "brand",
    subject: "cette marque",
    reportFailure: (error) => {
      const failed = brand ? "Impossible de mettre à jour la marque" : "Impossible d'ajouter la marque";
      const reported = reportSaveFailure(failed, error);
      return error instanceof Error && error.message.includes("brands_slug_key")
        ? { field: "slug", message: "Ce slug est déjà celui d'une autre marque" }
        : reported;
    },
    onSaved: async ({ name }) => {
      toast({ title: brand ? "Marque mise à jour" : "Marque ajoutée", description: name });
      await onSaved();
    },
  });

  return (
    <EditDialog
      title={brand ? "Modifier la marque" : "Nouvelle marque"}
      {...dialog}
      disabled={upload.isUploading}
      onClose={onClose}
    >
      <TextField
        label="Nom"
        autoComplete="off"
        hint={
          brand ? "Les produits de la marque prennent son nouveau nom dans leurs spécifications." : undefined
        }
        error={errors.name?.message}
        {...register("name", {
          // The slug of an existing brand stays, unless it is changed on purpose.
          onChange: ({ target }) => {
            const slug = slugifyName(String(target.value), "marque");
            if (!brand && !dirtyFields.slug) setValue("slug", slug, { shouldValidate: isSubmitted });
          },
        })}
      />
      <TextField
        label="Slug"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint={
          brand
            ? "Les adresses avec l'ancien slug mèneront au nouveau."
            : "Ce qui désigne la marque dans les adresses de la boutique."
        }
        error={errors.slug?.message}
        {...register("slug")}
      />
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
      {upload.field}
      <TextAreaField
        label="Description"
        optional
        rows={3}
        hint="Ce que la page de la marque en dit. Ses produits sont ceux dont la spécification « Marque » est son nom."
        error={errors.description?.message}
        {...register("description")}
      />
    </EditDialog>
  );
}

const toBrandInput = ({ name, slug, logo, description }: BrandValues): BrandInput => ({
  name,
  slug,
  logo: logo ?? "",
  description: description ?? "",
});

const diffBrands = (before: BrandValues, now: BrandValues) =>
  diffFields(
    [
      ["name", "Nom"],
      ["slug", "Slug"],
      ["logo", "Logo"],
      ["description", "Description"],
    ],
    before,
    now,
  );
