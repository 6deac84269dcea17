/** Under a list: which part of it is shown, and the way to the parts before and after. */
import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import { Link, useSearchParams } from "react-router";
import { changedQuery } from "../../lib/list-address.ts";

interface Place {
  page: number;
  /** Rows of a full page. */
  size: number;
}

/** Of a list whose length is known, or of one that nobody counts. */
type PagerProps = Place & ({ total: number } | { shown: number; more: boolean });

const numbers = new Intl.NumberFormat("fr-FR");

export function Pager({ page, size, ...extent }: PagerProps) {
  const [params] = useSearchParams();
  const first = (page - 1) * size + 1;
  const last = "total" in extent ? Math.min(page * size, extent.total) : first - 1 + extent.shown;
  const more = "total" in extent ? last < extent.total : extent.more;
  return (
    <nav aria-label="Pages" className="flex items-center justify-between gap-3 text-sm text-ink-soft">
      <p className="tabular-nums">
        {numbers.format(first)} à {numbers.format(last)}
        {"total" in extent && ` sur ${numbers.format(extent.total)}`}
      </p>
      {(page > 1 || more) && (
        <ul className="flex gap-2">
          {page > 1 && (
            <li>
              <Link to={changedQuery(params, { page: page - 1 })} className="btn btn-outline">
                <ChevronLeft aria-hidden size={16} />
                Précédent
              </Link>
            </li>
          )}
          {more && (
            <li>
              <Link to={changedQuery(params, { page: page + 1 })} className="btn btn-outline">
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
