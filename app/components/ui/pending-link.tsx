/**
 * A link that marks itself from the press until the page that it leads to is shown (`aria-busy`). Before hydration the
 * bootstrap script marks pressed links in the same way (lib/bootstrap/mark-press.ts).
 */
import { Link, type LinkProps, useNavigation } from "react-router";

export function PendingLink({ to, ...link }: LinkProps & { to: string }) {
  const { state, location } = useNavigation();
  const isPending = state === "loading" && location.pathname + location.search === to;
  return <Link {...link} to={to} aria-busy={isPending || undefined} />;
}
