/** Makes a category or changes one. A picture that does not load is not saved. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { EditDialog } from "../../../components/office/edit-dialog.tsx";
import { PictureField } from "../../../components/office/picture-field.tsx";
import { BROKEN_PICTURE, usePictureCheck } from "../../../components/office/use-picture-check.ts";
import { TextField } from "../../../components/ui/field.tsx";
import { toast, toastError } from "../../../components/ui/toast/toast.ts";
import { authClient } from "../../../lib/auth.client.ts";
import { pictureLoads } from "../../../lib/picture-check.ts";
import { randomId } from "../../../lib/random-id.ts";
import { slugOf } from "../../../lib/slugs.ts";
import { supabase } from "../../../lib/supabase.client.ts";
import { withRenewal } from "../../../lib/with-renewal.ts";
import { createCategory, updateCategory } from "./categories.mutations.ts";
import type { Category } from "./categories.queries.ts";
import { type CategoryValues, categorySchema, isSameCategory } from "./category.schema.ts";
import { saveFailure } from "./category-failure.ts";

interface CategoryDialogProps {
  /** Null for a new one. */
  category: Category | null;
  onClose(): void;
  /** After it was saved; the dialog stays busy until it is done. */
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
  const picture = usePictureCheck(image);

  async function save(values: CategoryValues): Promise<boolean> {
    try {
      const client = supabase();
      await withRenewal(authClient, () =>
        category ? updateCategory(client, category.id, values) : createCategory(client, newId, values),
      );
      return true;
    } catch (error) {
      console.error("office: the category could not be saved", error);
      const { field, message } = saveFailure(error);
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
    // Somebody may save faster than the picture comes.
    if (values.image && !(await pictureLoads(values.image))) {
      setError("image", { message: BROKEN_PICTURE }, { shouldFocus: true });
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
      disabled={picture === "broken"}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Nom"
        autoComplete="off"
        error={errors.name?.message}
        {...register("name", {
          // The address of one that exists stays: links lead there.
          onChange: ({ target }) => {
            const slug = slugOf(String(target.value));
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
        // Both missing have the same sentence: it is said once.
        error={errors.slug?.message === errors.name?.message ? undefined : errors.slug?.message}
        {...register("slug")}
      />
      <PictureField
        label="Image"
        optional
        url={image}
        state={picture}
        error={errors.image?.message ?? (picture === "broken" ? BROKEN_PICTURE : undefined)}
        {...register("image")}
      />
    </EditDialog>
  );
}
