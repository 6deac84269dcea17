/**
 * The HTTP headers of a public page. It is the same for every visitor, so this process and any CDN may cache
 * it: fresh for five minutes, then served stale while it is rendered again. `Cache-Tag` names the tables that
 * the page shows; a change in one of them invalidates it. A page on which something failed to load is not
 * cached.
 */
import type { HeadersFunction } from "react-router";
import type { Result } from "#app/lib/result.ts";

const PUBLIC_CACHE_CONTROL = "public, max-age=0, s-maxage=300, stale-while-revalidate=86400";
const NO_STORE = "no-store";

/** Tables whose rows the layout of every page shows. */
const LAYOUT_TABLES = ["shop_settings", "categories"];

/**
 * The response init of a loader: `tables` are those that the page shows, `results` what it loaded from them.
 */
export function getPublicPageInit(
  tables: readonly string[],
  results: readonly Result<unknown>[],
): { headers: Headers } {
  const isComplete = results.every((result) => result.ok);
  const headers = new Headers({ "cache-control": isComplete ? PUBLIC_CACHE_CONTROL : NO_STORE });
  if (isComplete) headers.set("cache-tag", [...new Set([...LAYOUT_TABLES, ...tables])].join(","));
  return { headers };
}

/** For a route's `headers` export: the loader's own headers, unless the layout failed to load. */
export const publicPageHeaders: HeadersFunction = ({ loaderHeaders, parentHeaders, errorHeaders }) => {
  const headers = errorHeaders ?? loaderHeaders;
  if (parentHeaders.get("cache-control") === NO_STORE) return { "cache-control": NO_STORE };
  return headers;
};
