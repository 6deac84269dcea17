/**
 * The HTTP headers of a public page. It is the same for every visitor, so this process and any CDN may cache
 * it. `Cache-Tag` names what the page shows (page-tags.ts): the page cache is told of each change of it, and a CDN is
 * not, which is why `s-maxage` is short. A page on which something failed to load is not cached.
 */
import type { HeadersFunction } from "react-router";
import type { Result } from "#app/lib/result.ts";

const PUBLIC_CACHE_CONTROL = "public, max-age=0, s-maxage=10";
const NO_STORE = "no-store";

/** What the layout of every page shows. */
const LAYOUT_TAGS: readonly string[] = ["settings", "categories"];

/**
 * The response init of a loader within the layout: `tags` are those of what the page shows, `results` what it loaded.
 */
export function getPublicPageInit(
  tags: readonly string[],
  results: readonly Result<unknown>[],
): { headers: Headers } {
  return getPublicResourceInit([...LAYOUT_TAGS, ...tags], results);
}

/** The same for a response without the layout: a file, or JSON. */
export function getPublicResourceInit(
  tags: readonly string[],
  results: readonly Result<unknown>[],
): { headers: Headers } {
  const isComplete = results.every((result) => result.ok);
  const headers = new Headers({ "cache-control": isComplete ? PUBLIC_CACHE_CONTROL : NO_STORE });
  if (isComplete && tags.length > 0) headers.set("cache-tag", [...new Set(tags)].join(","));
  return { headers };
}

/**
 * The response init of a loader that could not read what its page is about. It is no 404, which would make
 * search engines forget the page.
 */
export const UNAVAILABLE_PAGE_INIT = {
  status: 503,
  headers: { "cache-control": NO_STORE, "retry-after": "5" },
};

/** The response init of a loader that found nothing at its address: it may be there a moment later. */
export const MISSING_PAGE_INIT = { status: 404, headers: { "cache-control": NO_STORE } };

/** For a route's `headers` export: the loader's own headers, not to be cached if the layout failed to load. */
export const publicPageHeaders: HeadersFunction = ({ loaderHeaders, parentHeaders, errorHeaders }) => {
  const headers = new Headers(errorHeaders ?? loaderHeaders);
  if (parentHeaders.get("cache-control") === NO_STORE) {
    headers.set("cache-control", NO_STORE);
    headers.delete("cache-tag");
  }
  return headers;
};
