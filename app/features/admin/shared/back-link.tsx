/** The link from a row's own screen back to its list, with the list's search, filters and page. */
import ArrowLeft from "lucide-react/icons/arrow-left";
import type { ReactNode } from "react";
import { Link, type To, useLocation } from "react-router";

/** The history state for links out of a list, with the list's query. */
export function toListState(query: string): { list: string } {
  return { list: query };
}

/** The location of a list, with its last query when the history state contains it. */
export function useListLocation(path: string): To {
  const { state } = useLocation();
  const isKnown = typeof state === "object" && state !== null && typeof state.list === "string";
  return { pathname: path, search: isKnown ? state.list : "" };
}

export function BackLink({ to, children }: { to: To; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="link inline-flex min-h-11 min-w-11 shrink-0 items-center gap-2 text-sm md:min-h-9"
    >
      <ArrowLeft aria-hidden size={16} />
      {children}
    </Link>
  );
}
