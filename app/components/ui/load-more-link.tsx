/** The paging of the public lists: «Voir plus» appends the next page, and works without a script. */
import { Link, type To } from "react-router";
import { buttonClass } from "./button.tsx";

interface LoadMoreLinkProps {
  /** The path of the list with the next page. */
  to: To;
  busy: boolean;
  onLoadMore(): void;
}

export function LoadMoreLink({ to, busy, onLoadMore }: LoadMoreLinkProps) {
  return (
    <Link
      to={to}
      replace
      preventScrollReset
      aria-busy={busy}
      className={buttonClass("outline", "px-8")}
      onClick={onLoadMore}
    >
      Voir plus
    </Link>
  );
}
