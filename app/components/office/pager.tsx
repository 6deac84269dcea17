/** Under a list: which part of it is shown, and the way to the parts before and after. */
import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import { Link, useSearchParams } from "react-router";
import { changedQuery } from "../../lib/list-address.ts";

interface PagerProps {
  page: number;
  /** Rows of a full page. */
  size: number;
  total: number;
}

const numbers = new Intl.NumberFormat("fr-FR");

export function Pager({ page, size, total }: PagerProps) {
  const [params] = useSearchParams();
  const first = (page - 1) * size + 1;
  const last = Math.min(page * size, total);
  return (
    <nav aria-label="Pages" className="flex items-center justify-between gap-3 text-sm text-ink-soft">
      <p className="tabular-nums">
        {numbers.format(first)} à {numbers.format(last)} sur {numbers.format(total)}
      </p>
      {total > size && (
        <ul className="flex gap-2">
          {page > 1 && (
            <li>
              <Link to={changedQuery(params, { page: page - 1 })} className="btn btn-outline">
                <ChevronLeft aria-hidden size={16} />
                Précédent
              </Link>
            </li>
          )}
          {last < total && (
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
