/**
 * The cache key of a page's URL. A page is rendered from its key and from nothing else of the request
 * (page-renderer.ts), so the key holds what the page's route reads: the search parameters that its handle names, each
 * once, in one order and of a limited length. All others are removed from the key and so from the page's URL: else
 * everybody could have any number of pages rendered by inventing parameters.
 */
import type { RouteSearchParams } from "#app/lib/pages/route-search-params.ts";

/** Longer than any value that a route reads. */
const MAX_VALUE_LENGTH = 200;
/** React Router's list of routes for the links of a page: no page, and never cached. */
const MANIFEST_PATH = "/__manifest";
/** A request for the data of a page in the browser, which may name the routes whose data it needs. */
const DATA_SUFFIX = /(?:\/_\.data|\.data)$/;
const ROUTES_PARAM = "_routes";

interface ReadableRoute extends RouteSearchParams {
  pattern: RegExp;
}

export type GetPageKey = (url: string) => string;

/** Returns the function that gives the key for the path and query of a request line, such as `/products?page=2`. */
export function createGetPageKey(routes: readonly RouteSearchParams[]): GetPageKey {
  const readable = routes
    .map((route) => ({ ...route, pattern: toPattern(route.path) }))
    // A route for all other paths comes last.
    .toSorted((a, b) => Number(a.path.includes("*")) - Number(b.path.includes("*")));
  return (url) => {
    const mark = url.indexOf("?");
    if (mark === -1) return url;
    const path = url.slice(0, mark);
    if (path === MANIFEST_PATH) return url;
    const query = selectParams(path, new URLSearchParams(url.slice(mark + 1)), readable).toString();
    return query === "" ? path : `${path}?${query}`;
  };
}

/** React Router ignores case and a final slash. */
function toPattern(path: string): RegExp {
  const segments = path.split("/").map((segment) => {
    if (segment.startsWith(":")) return "[^/]+";
    return segment === "*" ? ".*" : segment.replace(/[.+?^${}()|[\]\\]/g, "\\$&");
  });
  return new RegExp(`^${segments.join("/")}/*$`, "i");
}

function selectParams(
  path: string,
  sent: URLSearchParams,
  routes: readonly ReadableRoute[],
): URLSearchParams {
  const pagePath = path.replace(DATA_SUFFIX, "") || "/";
  const selected = new URLSearchParams();
  const route = routes.find(({ pattern }) => pattern.test(pagePath));
  if (route === undefined) return selected;
  for (const name of route.names) {
    const value = sent.get(name);
    if (value !== null) selected.set(name, value.slice(0, MAX_VALUE_LENGTH));
  }
  if (pagePath === path) return selected;
  const needed = new Set(sent.get(ROUTES_PARAM)?.split(","));
  const known = route.routeIds.filter((id) => needed.has(id));
  if (known.length > 0) selected.set(ROUTES_PARAM, known.join());
  return selected;
}
