/**
 * A link that marks itself from the press until the page that it leads to is shown (`aria-busy`). Before hydration the
 * bootstrap script marks pressed links in the same way (lib/bootstrap/mark-press.ts).
 */
import { useNavigation } from "react-router";
import { PageLink, type PageLinkProps } from "./page-link.tsx";

export function PendingLink(link: PageLinkProps) {
  return import.meta.env.SSR ? <PageLink {...link} /> : <NavigatingLink {...link} />;
}

function NavigatingLink(link: PageLinkProps) {
  const { state, location } = useNavigation();
  const isPending = state === "loading" && location.pathname + location.search === link.to;
  return <PageLink {...link} aria-busy={isPending || undefined} />;
}
