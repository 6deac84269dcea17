/** What a screen of the back office says of itself: its title, and that it is nothing for search engines. */
import type { MetaDescriptor } from "react-router";
import { pageMeta, siteOf } from "../../lib/page-meta.ts";

/** `matches` as a route's `meta` gets them. */
export function officeMeta(
  matches: Parameters<typeof siteOf>[0],
  path: string,
  title: string,
): MetaDescriptor[] {
  return pageMeta({
    ...siteOf(matches),
    path,
    title,
    description: `${title} : un écran de l'administration de la boutique.`,
    noindex: true,
  });
}
