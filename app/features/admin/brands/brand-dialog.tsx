/** Creates or edits a brand. A logo that does not load may be saved: the shop then shows the name as text. */

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, useWatch } from "react-hook-form";
import { EditDialog } from "#app/components/admin/edit-dialog.tsx";
import { ImageUrlField } from "#app/components/admin/image-url-field.tsx";
import { BROKEN_IMAGE_MESSAGE, useImageCheck } from "#app/components/admin/use-image-check.ts";
import { TextAreaField, TextField } from "#app/components/ui/forms/field.tsx";
import { useImageUpload } from "#app/features/admin/shared/images/use-image-upload.tsx";
import { diffFields } from "#app/features/admin/shared/mutations/diff-fields.ts";
import { type RowTexts, useRowDialog } from "#app/features/admin/shared/mutations/use-row-dialog.tsx";
import { slugifyName } from "#app/lib/format/slugs.ts";
import { type BrandInput, type BrandValues, brandSchema } from "./brand.schema.ts";
import { createBrand, updateBrand } from "./brands.mutations.ts";
import { type Brand, findBrand } from "./brands.queries.ts";

const TEXTS: RowTexts = {
  entity: "brand",
  subject: "cette marque",
  object: "la marque",
  newTitle: "Nouvelle marque",
  editTitle: "Modifier la marque",
  added: "Marque ajoutée",
  updated: "Marque mise à jour",
};

interface BrandDialogProps {
  /** Null for a new brand. */
  brand: Brand | null;
  onClose(): void;
}

export function BrandDialog({ brand, onClose }: BrandDialogProps) {
  const form = useForm({
    resolver: zodResolver(brandSchema),
    defaultValues: toBrandInput(brand ?? { name: "", slug: "", logo: null, description: null }),
  });
  const { register, control, setValue, formState } = form;
  const { errors, dirtyFields, isSubmitted } = formState;
  const logo = useWatch({ control, name: "logo" });
  const logoState = useImageCheck(logo);
  const { id, dialog } = useRowDialog<BrandInput, BrandValues, Brand>({
    form,
    row: brand,
    texts: TEXTS,
    toInput: toBrandInput,
    diff: diffBrands,
    create: createBrand,
    update: updateBrand,
    find: findBrand,
    getName: ({ name }) => name,
    toFieldError: (error) =>
      error instanceof Error && error.message.includes("brands_slug_key")
        ? { field: "slug", message: "Ce slug est déjà celui d'une autre marque" }
        : null,
    onClose,
  });
  const upload = useImageUpload(id, "Envoyer un logo", (url) =>
    setValue("logo", url, { shouldDirty: true, shouldValidate: true }),
  );

  return (
    <EditDialog {...dialog} disabled={upload.isUploading}>
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
