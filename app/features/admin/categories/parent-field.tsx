/** The choice of the category above one: every category that may have others below it, except its own branch. */
import { useEffect, useState } from "react";
import { Field } from "#app/components/ui/forms/field.tsx";
import {
  type CategoryPath,
  listCategoryPaths,
} from "#app/features/admin/shared/categories/category-paths.queries.ts";
import { CATEGORIES_LOAD_ERROR } from "#app/lib/error-messages.ts";
import { type Result, toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";

/** A category of this level has none below it. */
const LAST_LEVEL = 4;

interface ParentFieldProps {
  /** Null for a new category. */
  category: { id: string } | null;
  /** The id of the parent, "" for a family. */
  value: string;
  onChange(id: string): void;
  error: string | undefined;
}

export function ParentField({ category, value, onChange, error }: ParentFieldProps) {
  const [paths, setPaths] = useState<Result<CategoryPath[]> | null>(null);
  useEffect(() => {
    void toResult("category paths", listCategoryPaths(getSupabase())).then(setPaths);
  }, []);
  // As long as the others are not there, the present parent is the only choice.
  const present = value ? [{ id: value, path: "…" }] : [];
  const choices = paths?.ok ? listParents(paths.value, category?.id) : present;
  return (
    <Field
      label="Catégorie parente"
      optional
      hint={
        paths === null
          ? "Chargement des catégories…"
          : paths.ok
            ? "Sans elle, la catégorie est une famille, que la boutique montre en premier."
            : `${CATEGORIES_LOAD_ERROR}. La catégorie reste où elle est.`
      }
      error={error}
    >
      {(control) => (
        <select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">Aucune (famille)</option>
          {choices.map(({ id, path }) => (
            <option key={id} value={id}>
              {path}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** The categories follow one another in the order of the tree: a branch ends at the next of its level or higher. */
export function listParents(paths: readonly CategoryPath[], ownId: string | undefined): CategoryPath[] {
  let ownLevel: number | null = null;
  return paths.filter(({ id, level }) => {
    if (id === ownId) ownLevel = level;
    else if (ownLevel !== null && level <= ownLevel) ownLevel = null;
    return ownLevel === null && level < LAST_LEVEL;
  });
}
