/** The pager of a list: the range that is shown, and links to the previous and next page. */

import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import { Link, useSearchParams } from "react-router";
import { buttonClass } from "#app/components/ui/button.tsx";
import { updateQuery } from "#app/lib/lists/list-search-params.ts";

interface PagePosition {
  page: number;
  /** Rows per page. */
  size: number;
}

/** A list whose length is known, or a list without a count. */
type PagerProps = PagePosition & ({ total: number } | { rowCount: number; hasMore: boolean });

const numbers = new Intl.NumberFormat("fr-FR");

export function Pager({ page, size, ...extent }: PagerProps) {
  const [params] = useSearchParams();
  const first = (page - 1) * size + 1;
  const last = "total" in extent ? Math.min(page * size, extent.total) : first - 1 + extent.rowCount;
  const hasMore = "total" in extent ? last < extent.total : extent.hasMore;
  return (
    <nav aria-label="Pages" className="flex items-center justify-between gap-3 text-sm text-muted">
      <p className="tabular-nums">
        {numbers.format(first)} à {numbers.format(last)}
        {"total" in extent && ` sur ${numbers.format(extent.total)}`}
      </p>
      {(page > 1 || hasMore) && (
        <ul className="flex gap-2">
          {page > 1 && (
            <li>
              <Link to={updateQuery(params, { page: page - 1 })} className={buttonClass("outline")}>
                <ChevronLeft aria-hidden size={16} />
                Précédent
              </Link>
            </li>
          )}
          {hasMore && (
            <li>
              <Link to={updateQuery(params, { page: page + 1 })} className={buttonClass("outline")}>
                Suivant
                <ChevronRight aria-hidden size={16} />
              </Link>
            </li>
          )}
        </ul>
      )}
    </nav>
  );
}
