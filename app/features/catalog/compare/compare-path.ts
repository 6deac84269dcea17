/** The address of a comparison: the slugs of its products, so that it can be shared and works without script. */
import { isSlug } from "#app/lib/format/slugs.ts";

/** More would not fit on a screen. */
export const MAX_COMPARED = 4;

/** The slugs of an address in one order. */
export function parseComparedSlugs(params: URLSearchParams): string[] {
  const slugs = params.getAll("ids").flatMap((text) => text.split(","));
  return [...new Set(slugs.map((slug) => slug.trim()).filter(isSlug))].sort().slice(0, MAX_COMPARED);
}

export function getComparePath(slugs: readonly string[]): string {
  const query = new URLSearchParams(slugs.toSorted().map((slug) => ["ids", slug])).toString();
  return query === "" ? "/compare" : `/compare?${query}`;
}
