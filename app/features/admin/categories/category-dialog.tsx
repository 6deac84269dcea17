/** Creates or edits a category. An image that does not load is not saved. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { EditDialog } from "#app/components/admin/edit-dialog.tsx";
import { ImageUrlField } from "#app/components/admin/image-url-field.tsx";
import { BROKEN_IMAGE_MESSAGE, useImageCheck } from "#app/components/admin/use-image-check.ts";
import { TextAreaField, TextField } from "#app/components/ui/forms/field.tsx";
import { toast, toastError } from "#app/components/ui/toast/toast.ts";
import { checkSlug } from "#app/features/admin/shared/fields/taken-values.ts";
import { useImageUpload } from "#app/features/admin/shared/images/use-image-upload.tsx";
import { diffFields } from "#app/features/admin/shared/mutations/diff-fields.ts";
import { useRowForm } from "#app/features/admin/shared/mutations/use-row-form.tsx";
import { slugifyName } from "#app/lib/format/slugs.ts";
import { canLoadImage } from "#app/lib/images/can-load-image.ts";
import { randomId } from "#app/lib/random-id.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { CalculatorFields, describeCalculators, toCalculatorInput } from "./calculator-fields.tsx";
import { createCategory, updateCategory } from "./categories.mutations.ts";
import { type Category, findCategory } from "./categories.queries.ts";
import { type CategoryInput, type CategoryValues, categorySchema } from "./category.schema.ts";
import { SLUG_TAKEN_MESSAGE, toCategorySaveError } from "./category-save-error.ts";
import { ParentField } from "./parent-field.tsx";

interface CategoryDialogProps {
  /** Null for a new category. */
  category: Category | null;
  /** The category above a new one; null for a family. */
  parentId: string | null;
  onClose(): void;
  /** Called after a successful save; the dialog stays busy until it resolves. */
  onSaved(): Promise<void>;
}

export function CategoryDialog({ category, parentId, onClose, onSaved }: CategoryDialogProps) {
  const [newId] = useState(randomId);
  const id = category?.id ?? newId;
  const form = useForm({
    resolver: zodResolver(categorySchema),
    defaultValues: toCategoryInput(
      category ?? {
        name: "",
        slug: "",
        image: null,
        parent_id: parentId,
        description: null,
        calculators: [],
      },
    ),
  });
  const { register, control, setValue, setError, formState } = form;
  const { errors, isSubmitted, dirtyFields } = formState;
  const image = useWatch({ control, name: "image" });
  const parent = useWatch({ control, name: "parent_id" });
  const imageState = useImageCheck(image);
  const upload = useImageUpload(id, "Envoyer une photo", (url) =>
    setValue("image", url, { shouldDirty: true, shouldValidate: true }),
  );

  const dialog = useRowForm<CategoryInput, CategoryValues, Category>({
    form,
    row: category,
    toInput: toCategoryInput,
    diff: diffCategories,
    prepare,
    write: (values, base) =>
      base === null
        ? createCategory(getSupabase(), id, values)
        : updateCategory(getSupabase(), id, values, base),
    find: () => findCategory(getSupabase(), id),
    entity: "category",
    subject: "cette catégorie",
    reportFailure: (error) => {
      const failure = toCategorySaveError(error);
      toastError(failure.message);
      return failure;
    },
    onSaved: async () => {
      toast({ title: category ? "Catégorie mise à jour avec succès" : "Catégorie créée avec succès" });
      await onSaved();
    },
  });

  async function prepare(values: CategoryValues, stored: Category | null): Promise<boolean> {
    if (stored && diffCategories(stored, values).length === 0) {
      toast({ title: "Information", description: "Aucune modification à enregistrer" });
      onClose();
      return false;
    }
    // The form may be submitted before the image check has finished.
    if (values.image && !(await canLoadImage(values.image))) {
      setError("image", { message: BROKEN_IMAGE_MESSAGE }, { shouldFocus: true });
      return false;
    }
    return true;
  }

  const onSlugLeft = () =>
    void checkSlug(form, {
      field: "categories.slug",
      id,
      stored: category?.slug,
      message: SLUG_TAKEN_MESSAGE,
    });

  return (
    <EditDialog
      title={category ? "Modifier la catégorie" : "Nouvelle catégorie"}
      {...dialog}
      disabled={imageState === "broken" || upload.isUploading}
      onClose={onClose}
    >
      <TextField
        label="Nom"
        autoComplete="off"
        error={errors.name?.message}
        {...register("name", {
          // The slug of an existing category stays, unless it is changed on purpose.
          onChange: ({ target }) => {
            const slug = slugifyName(String(target.value), "categorie");
            if (!category && !dirtyFields.slug) setValue("slug", slug, { shouldValidate: isSubmitted });
          },
          onBlur: () => !category && onSlugLeft(),
        })}
      />
      <TextField
        label="Slug"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint={
          category
            ? "Les adresses avec l'ancien slug mèneront au nouveau."
            : "Ce qui désigne la catégorie dans les adresses de la boutique."
        }
        // Name and slug share one message for missing values, which is shown once.
        error={errors.slug?.message === errors.name?.message ? undefined : errors.slug?.message}
        {...register("slug", { onBlur: onSlugLeft })}
      />
      <ImageUrlField
        label="Image"
        optional
        url={image}
        state={imageState}
        error={errors.image?.message ?? (imageState === "broken" ? BROKEN_IMAGE_MESSAGE : undefined)}
        {...register("image")}
      />
      {upload.field}
      <ParentField
        category={category}
        value={parent}
        onChange={(id) => setValue("parent_id", id, { shouldDirty: true })}
        error={errors.parent_id?.message}
      />
      <TextAreaField
        label="Description"
        optional
        rows={3}
        hint="Ce que la page du rayon en dit, sous son nom."
        error={errors.description?.message}
        {...register("description")}
      />
      <CalculatorFields form={form} />
    </EditDialog>
  );
}

const toCategoryInput = ({
  name,
  slug,
  image,
  parent_id,
  description,
  calculators,
}: CategoryValues): CategoryInput => ({
  name,
  slug,
  image: image ?? "",
  parent_id: parent_id ?? "",
  description: description ?? "",
  calculators: calculators.map(toCalculatorInput),
});

/** The calculators are compared, and shown, as text. */
const toComparable = ({ calculators, ...category }: CategoryValues) => ({
  ...category,
  calculators: describeCalculators(calculators),
});

const diffCategories = (before: CategoryValues, now: CategoryValues) =>
  diffFields(
    [
      ["name", "Nom"],
      ["slug", "Slug"],
      ["image", "Image"],
      ["parent_id", "Catégorie parente"],
      ["description", "Description"],
      ["calculators", "Calculs de quantité"],
    ],
    toComparable(before),
    toComparable(now),
  );
