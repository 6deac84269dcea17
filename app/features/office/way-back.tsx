/** From a row's own screen back to its list, as it was left: searched, filtered and on the same page. */
import ArrowLeft from "lucide-react/icons/arrow-left";
import { Link, type To, useLocation } from "react-router";

/** For the links that lead from a list, with the list's own query. */
export function fromList(query: string): { list: string } {
  return { list: query };
}

/** The list's address, with the query it was left with when that is known. */
export function useListAddress(path: string): To {
  const { state } = useLocation();
  const isKnown = typeof state === "object" && state !== null && typeof state.list === "string";
  return { pathname: path, search: isKnown ? state.list : "" };
}

export function WayBack({ to, children }: { to: To; children: string }) {
  return (
    <Link to={to} className="link inline-flex min-h-11 items-center gap-2 text-sm md:min-h-9">
      <ArrowLeft aria-hidden size={16} />
      {children}
    </Link>
  );
}
