/** Under the title of a search in a category: that it is one, and the way to the same search in the whole shop. */
import { Link } from "react-router";
import type { RowCount } from "#app/lib/lists/list-page.ts";
import type { Result } from "#app/lib/result.ts";
import { getCatalogPath } from "./catalog-filters.ts";
import { formatRowCount } from "./product-total.ts";

interface SearchScopeProps {
  search: string;
  categoryName: string;
  /** The number of products that the search finds in the whole shop. */
  shopTotal: Result<RowCount>;
}

export function SearchScope({ search, categoryName, shopTotal }: SearchScopeProps) {
  return (
    <p className="flex flex-wrap items-center gap-x-4">
      <span>
        dans <strong>{categoryName}</strong>
      </span>
      <Link to={getCatalogPath({ search })} className="link inline-flex min-h-11 items-center">
        Chercher dans tout le magasin{shopTotal.ok && ` (${formatRowCount(shopTotal.value)})`}
      </Link>
    </p>
  );
}
