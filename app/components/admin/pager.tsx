/** The pager of a list: the range that is shown, and links to the previous and next page. */

import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import { Link, useSearchParams } from "react-router";
import { buttonClass } from "#app/components/ui/button.tsx";
import { formatNumber, formatTotal } from "#app/lib/format/numbers.ts";
import { updateQuery } from "#app/lib/lists/list-search-params.ts";

interface PagePosition {
  page: number;
  /** Rows per page. */
  size: number;
}

interface PagerProps extends PagePosition {
  /** Rows on this page. */
  rowCount: number;
  hasMore: boolean;
  /** The list has more rows than its pages show. */
  isCut?: boolean | undefined;
  /** The length of the list, if it is known. */
  total?: number | undefined;
  isEstimate?: boolean | undefined;
}

export function Pager({ page, size, rowCount, hasMore, isCut, total, isEstimate }: PagerProps) {
  const [params] = useSearchParams();
  const first = (page - 1) * size + 1;
  const last = first - 1 + rowCount;
  // Of the last page the total is known without having been counted.
  const known = total ?? (hasMore || isCut ? undefined : last);
  return (
    <nav aria-label="Pages" className="flex items-center justify-between gap-3 text-sm text-muted">
      <p className="tabular-nums">
        {formatNumber(first)} à {formatNumber(last)}
        {known !== undefined && ` sur ${formatTotal(known, isEstimate)}`}
        {isCut && ". Pour voir la suite, affinez la recherche ou les filtres."}
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
