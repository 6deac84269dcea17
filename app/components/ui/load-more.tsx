/**
 * The paging of the public lists: «Voir plus» appends the next page. A list whose pages have addresses works
 * without a script: there it is a link. The button has the busy state of `BusyButton`, which is not imported here:
 * landing pages have only the link, and would load it too.
 */
import { Link, type To } from "react-router";
import { Button, buttonClass } from "./button.tsx";

interface LoadMoreProps {
  /** The path of the list with the next page; without one `onLoadMore` loads it. */
  to?: To;
  busy: boolean;
  /** Also calls the one of `useFocusOnLoadMore`, so that the focus continues at the first new item. */
  onLoadMore(): void;
  label?: string;
}

export function LoadMore({ to, busy, onLoadMore, label = "Voir plus" }: LoadMoreProps) {
  return to ? (
    <Link
      to={to}
      replace
      preventScrollReset
      aria-busy={busy}
      className={buttonClass("outline", "px-8")}
      onClick={onLoadMore}
    >
      {label}
    </Link>
  ) : (
    <Button
      variant="outline"
      aria-busy={busy}
      aria-disabled={busy}
      className="px-8"
      onClick={busy ? undefined : onLoadMore}
    >
      {label}
    </Button>
  );
}
