/**
 * The categories as a choice of the filter sheet's form. All categories are an empty value, which the URL of a form
 * without script should not contain: as long as no category is chosen, the server checks none, the stylesheet shows
 * all as chosen, and the script checks them.
 */
import type { NestedCategory } from "#app/features/catalog/categories/category-branch.ts";

interface CategoryChoiceProps {
  categories: NestedCategory[];
  /** The slug of the category of the list, "" for all. */
  current: string;
}

export function CategoryChoice({ categories, current }: CategoryChoiceProps) {
  // Without the names of the categories the list remains in its own.
  if (categories.length === 0) return current && <input type="hidden" name="category" value={current} />;
  return (
    <fieldset className="in-sheet">
      <legend className="mb-2 font-heading text-base font-bold">Catégories</legend>
      <div className="choices">
        <Choice slug="" name="Tous les rayons" isCurrent={false} />
        {categories.map(({ slug, name, depth }) => (
          <Choice key={slug} slug={slug} name={depth > 0 ? `› ${name}` : name} isCurrent={slug === current} />
        ))}
      </div>
    </fieldset>
  );
}

function Choice({ slug, name, isCurrent }: { slug: string; name: string; isCurrent: boolean }) {
  return (
    <label>
      <input
        ref={slug === "" ? checkUnlessAnother : undefined}
        type="radio"
        name="category"
        value={slug}
        defaultChecked={isCurrent}
        className="sr-only"
      />
      {name}
    </label>
  );
}

function checkUnlessAnother(input: HTMLInputElement | null): void {
  const isAnotherChecked = input?.form?.querySelector("input[name=category]:checked");
  if (input && !isAnotherChecked) input.checked = true;
}
