/** The meta tags of an admin screen: its title; the admin area as a whole has `noindex` (routes/admin/root.tsx). */
import type { MetaDescriptor } from "react-router";
import { getSiteMeta, pageMeta } from "#app/lib/pages/page-meta.ts";

/** `matches` as a route's `meta` receives them. */
export function adminMeta(
  matches: Parameters<typeof getSiteMeta>[0],
  path: string,
  title: string,
): MetaDescriptor[] {
  return pageMeta({
    ...getSiteMeta(matches),
    path,
    title,
    description: `${title} : un écran de l'administration de la boutique.`,
  });
}
