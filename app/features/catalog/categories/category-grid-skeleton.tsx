/** The skeleton of the category grid: six cards in the shape of the real ones. */

/** On a phone a row that scrolls, so that the first products are on the same screen; otherwise a grid. */
export const CATEGORY_GRID_CLASS =
  "flex gap-2 max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 md:grid md:grid-cols-6 md:gap-3 lg:gap-4";
export const CATEGORY_CLASS = "w-[5.25rem] shrink-0 md:w-auto";
const SKELETONS = ["a", "b", "c", "d", "e", "f"];

export function CategoryGridSkeleton() {
  return (
    <ul className={CATEGORY_GRID_CLASS} aria-hidden="true">
      {SKELETONS.map((key) => (
        <li key={key} data-skeleton="category" className={CATEGORY_CLASS}>
          <div className="category-tile">
            <div className="skeleton aspect-square rounded-card md:rounded-none" />
            <div className="py-1.5 md:p-3">
              <div className="skeleton mx-auto h-4 w-2/3 md:h-6" />
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}
