/** The links between the pages of a queue. Each page begins after a place, so the pages only go forward. */
import { Link, useSearchParams } from "react-router";
import { buttonClass } from "#app/components/ui/button.tsx";
import { updateQuery } from "#app/lib/lists/list-search-params.ts";
import { QUEUE_PAGE_SIZE, type QueuedOrder } from "./desk.queries.ts";

interface QueuePagerProps {
  orders: readonly QueuedOrder[];
  isFirstPage: boolean;
}

export function QueuePager({ orders, isFirstPage }: QueuePagerProps) {
  const [params] = useSearchParams();
  const last = orders.at(-1);
  return (
    <nav aria-label="Pages" className="flex flex-wrap justify-between gap-2 empty:hidden">
      {!isFirstPage && (
        <Link to={updateQuery(params, { page: null })} className={buttonClass("outline")}>
          Début de la file
        </Link>
      )}
      {last && orders.length === QUEUE_PAGE_SIZE && (
        <Link
          to={updateQuery(params, { page: JSON.stringify(last.place) })}
          className={buttonClass("outline", "ml-auto")}
        >
          Suite de la file
        </Link>
      )}
    </nav>
  );
}
