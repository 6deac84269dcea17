/** Creates or edits a category. An image that does not load is not saved. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { EditDialog } from "#app/components/admin/edit-dialog.tsx";
import { ImageUrlField } from "#app/components/admin/image-url-field.tsx";
import { BROKEN_IMAGE_MESSAGE, useImageCheck } from "#app/components/admin/use-image-check.ts";
import { TextField } from "#app/components/ui/forms/field.tsx";
import { toast, toastError } from "#app/components/ui/toast/toast.ts";
import { slugify } from "#app/lib/format/slugs.ts";
import { canLoadImage } from "#app/lib/images/can-load-image.ts";
import { randomId } from "#app/lib/random-id.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { createCategory, updateCategory } from "./categories.mutations.ts";
import type { Category } from "./categories.queries.ts";
import { type CategoryValues, categorySchema, isSameCategory } from "./category.schema.ts";
import { toCategorySaveError } from "./category-save-error.ts";

interface CategoryDialogProps {
  /** Null for a new category. */
  category: Category | null;
  onClose(): void;
  /** Called after a successful save; the dialog stays busy until it resolves. */
  onSaved(): Promise<void>;
}

export function CategoryDialog({ category, onClose, onSaved }: CategoryDialogProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const [newId] = useState(randomId);
  const { register, handleSubmit, control, setValue, setError, formState } = useForm({
    resolver: zodResolver(categorySchema),
    defaultValues: {
      name: category?.name ?? "",
      slug: category?.slug ?? "",
      image: category?.image ?? "",
    },
  });
  const { errors, isSubmitting, isSubmitted, dirtyFields } = formState;
  const image = useWatch({ control, name: "image" });
  const imageState = useImageCheck(image);

  async function save(values: CategoryValues): Promise<boolean> {
    try {
      const client = getSupabase();
      if (category) await updateCategory(client, category.id, values);
      else await createCategory(client, newId, values);
      return true;
    } catch (error) {
      console.error("admin: the category could not be saved", error);
      const { field, message } = toCategorySaveError(error);
      if (field) setError(field, { message }, { shouldFocus: true });
      else setFailure(message);
      toastError(message);
      return false;
    }
  }

  const submit = handleSubmit(async (values) => {
    setFailure(null);
    if (category && isSameCategory(category, values)) {
      toast({ title: "Information", description: "Aucune modification à enregistrer" });
      onClose();
      return;
    }
    // The form may be submitted before the image check has finished.
    if (values.image && !(await canLoadImage(values.image))) {
      setError("image", { message: BROKEN_IMAGE_MESSAGE }, { shouldFocus: true });
      return;
    }
    if (!(await save(values))) return;
    toast({ title: category ? "Catégorie mise à jour avec succès" : "Catégorie créée avec succès" });
    await onSaved();
  });

  return (
    <EditDialog
      title={category ? "Modifier la catégorie" : "Nouvelle catégorie"}
      failure={failure}
      busy={isSubmitting}
      disabled={imageState === "broken"}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Nom"
        autoComplete="off"
        error={errors.name?.message}
        {...register("name", {
          // The slug of an existing category stays: links refer to it.
          onChange: ({ target }) => {
            const slug = slugify(String(target.value));
            if (!category && !dirtyFields.slug) setValue("slug", slug, { shouldValidate: isSubmitted });
          },
        })}
      />
      <TextField
        label="Slug"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint="Ce qui désigne la catégorie dans les adresses de la boutique."
        // Name and slug share one message for missing values, which is shown once.
        error={errors.slug?.message === errors.name?.message ? undefined : errors.slug?.message}
        {...register("slug")}
      />
      <ImageUrlField
        label="Image"
        optional
        url={image}
        state={imageState}
        error={errors.image?.message ?? (imageState === "broken" ? BROKEN_IMAGE_MESSAGE : undefined)}
        {...register("image")}
      />
    </EditDialog>
  );
}
