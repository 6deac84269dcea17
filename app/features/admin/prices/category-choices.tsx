/** The categories that a code or a sale is about, as checkboxes. */
import type { UseFormRegisterReturn } from "react-hook-form";
import { RouteLoadError } from "#app/components/admin/load-error.tsx";
import { CATEGORIES_LOAD_ERROR } from "#app/lib/error-messages.ts";
import type { Result } from "#app/lib/result.ts";
import type { CategoryChoice } from "./promo-codes.queries.ts";

interface CategoryChoicesProps {
  categories: Result<readonly CategoryChoice[]>;
  hint: string;
  register: UseFormRegisterReturn;
}

export function CategoryChoices({ categories, hint, register }: CategoryChoicesProps) {
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-semibold">
        Catégories <span className="font-normal text-muted">(facultatif)</span>
      </legend>
      <p className="text-sm text-muted">{hint}</p>
      {categories.ok ? (
        <div className="grid max-h-44 gap-x-4 overflow-y-auto sm:grid-cols-2">
          {categories.value.map(({ id, name }) => (
            <label key={id} className="flex min-h-11 items-center gap-2 text-sm md:min-h-9">
              <input type="checkbox" value={id} className="size-5 accent-brand" {...register} />
              {name}
            </label>
          ))}
        </div>
      ) : (
        <RouteLoadError message={CATEGORIES_LOAD_ERROR} />
      )}
    </fieldset>
  );
}
