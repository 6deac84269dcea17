/**
 * The headers of a public page. It is the same for everyone, so this process and any CDN may keep it: fresh for
 * five minutes, then served stale while it is made again; `Cache-Tag` names the tables it shows, and a change in
 * one of them drops it. A page on which something failed to load is never kept.
 */
import type { HeadersFunction } from "react-router";
import type { Loaded } from "./loaded.ts";

const KEPT = "public, max-age=0, s-maxage=300, stale-while-revalidate=86400";
const NEVER_KEPT = "no-store";

/** Tables whose rows stand in the frame of every page. */
const FRAME_TABLES = ["shop_settings", "categories"];

/** For a loader: `tables` are those the page shows, `blocks` what it loaded from them. */
export function publicPage(
  tables: readonly string[],
  blocks: readonly Loaded<unknown>[],
): { headers: Headers } {
  const whole = blocks.every((block) => block.ok);
  const headers = new Headers({ "cache-control": whole ? KEPT : NEVER_KEPT });
  if (whole) headers.set("cache-tag", [...new Set([...FRAME_TABLES, ...tables])].join(","));
  return { headers };
}

/** For a route's `headers` export: the loader's own, unless the frame around the page failed to load. */
export const publicPageHeaders: HeadersFunction = ({ loaderHeaders, parentHeaders, errorHeaders }) => {
  const headers = errorHeaders ?? loaderHeaders;
  if (parentHeaders.get("cache-control") === NEVER_KEPT) return { "cache-control": NEVER_KEPT };
  return headers;
};
