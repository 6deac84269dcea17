/** The skeleton of the category grid: six cards in the shape of the real ones. */

export const CATEGORY_GRID_CLASS = "grid grid-cols-2 gap-3 md:grid-cols-3 md:gap-4 lg:grid-cols-6";
const SKELETONS = ["a", "b", "c", "d", "e", "f"];

export function CategoryGridSkeleton() {
  return (
    <ul className={CATEGORY_GRID_CLASS} aria-hidden="true">
      {SKELETONS.map((key) => (
        <li key={key} data-skeleton="category" className="card overflow-hidden">
          <div className="skeleton aspect-square rounded-none" />
          <div className="p-3">
            <div className="skeleton mx-auto h-6 w-2/3" />
          </div>
        </li>
      ))}
    </ul>
  );
}
