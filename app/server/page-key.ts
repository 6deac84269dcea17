/**
 * The cache key of a page's URL. A page is rendered from its key and from nothing else of the request
 * (page-renderer.ts), so the key holds what the page's route reads: the search parameters that its handle names, each
 * once, or, where it may be repeated, each of its values once, in one order, of a limited number and length. All others are removed from the key and so from the page's URL, and the
 * path is spelled as the route spells it: else everybody could have any number of pages rendered by inventing
 * parameters, or by writing `/Products/`, `/%70roducts` or `/products//`, which React Router takes for `/products`.
 */
import type { RouteSearchParams } from "#app/lib/pages/route-search-params.ts";

/** Longer than any value that a route reads. */
const MAX_VALUE_LENGTH = 200;
/** So many values of a repeated parameter, such as the facets of the catalogue. */
const MAX_VALUES = 20;
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
  const plain = new Set(routes.map(({ path }) => path));
  return (url) => {
    const mark = url.indexOf("?");
    // Most requests: the path of a route as it is.
    if (mark === -1 && plain.has(url)) return url;
    const sentPath = toDecodable(mark === -1 ? url : url.slice(0, mark));
    if (sentPath === MANIFEST_PATH) return url;
    const isData = DATA_SUFFIX.test(sentPath);
    const pagePath = normalizeEncoding(isData ? sentPath.replace(DATA_SUFFIX, "") || "/" : sentPath);
    const route = readable.find(({ pattern }) => pattern.test(pagePath));
    if (route === undefined) return sentPath;
    // A route for all other paths has no spelling of its own.
    const path = route.path.includes("*") ? sentPath : spellPath(route, pagePath, isData);
    if (mark === -1) return path;
    const query = selectParams(route, new URLSearchParams(url.slice(mark + 1)), isData).toString();
    return query === "" ? path : `${path}?${query}`;
  };
}

/** A redirect's location with the search parameters of the URL that its key lacks, so that a link keeps them all. */
export function restoreDroppedParams(location: string, url: string, key: string): string {
  const kept = getSearchParams(key);
  const dropped = new URLSearchParams(
    [...getSearchParams(url)].filter(([name]) => !kept.has(name)),
  ).toString();
  if (dropped === "") return location;
  return `${location}${location.includes("?") ? "&" : "?"}${dropped}`;
}

function getSearchParams(url: string): URLSearchParams {
  const mark = url.indexOf("?");
  return new URLSearchParams(mark === -1 ? "" : url.slice(mark + 1));
}

/** React Router ignores case and a final slash. */
function toPattern(path: string): RegExp {
  const segments = path.split("/").map((segment) => {
    if (segment.startsWith(":")) return "[^/]+";
    return segment === "*" ? ".*" : segment.replace(/[.+?^${}()|[\]\\]/g, "\\$&");
  });
  return new RegExp(`^${segments.join("/")}/*$`, "i");
}

/** The same path with each of its characters written in the one way in which a link writes it. */
function normalizeEncoding(path: string): string {
  if (!/[^\w.~/-]/.test(path)) return path;
  return path
    .split("/")
    .map((segment) => encodeURIComponent(decodeURIComponent(segment)))
    .join("/");
}

/** A path that stands for no text names no page either. React Router would log it, twice and in its whole length. */
function toDecodable(path: string): string {
  return isDecodable(path) ? path : path.replaceAll("%", "%25");
}

function isDecodable(path: string): boolean {
  try {
    // The bundler removes a call whose value is not used.
    return decodeURIComponent(path) !== "";
  } catch {
    return false;
  }
}

/** The path of the page, or of its data, with the route's own spelling and the parameters of this path. */
function spellPath(route: ReadableRoute, pagePath: string, isData: boolean): string {
  const segments = pagePath.split("/");
  const path = route.path
    .split("/")
    .map((segment, index) => (segment.startsWith(":") ? segments[index] : segment))
    .join("/");
  if (!isData) return path;
  return path === "/" ? "/_.data" : `${path}.data`;
}

function selectParams(route: ReadableRoute, sent: URLSearchParams, isData: boolean): URLSearchParams {
  const selected = new URLSearchParams();
  for (const name of route.names) {
    const value = sent.get(name);
    if (value !== null) selected.set(name, value.slice(0, MAX_VALUE_LENGTH));
  }
  for (const name of route.repeatedNames ?? []) {
    const values = sent
      .getAll(name)
      // A list that is too long to be one value is its values.
      .flatMap((value) => (value.length > MAX_VALUE_LENGTH ? value.split(",") : [value]))
      .map((value) => value.slice(0, MAX_VALUE_LENGTH));
    const distinct = [...new Set(values.filter((value) => value !== ""))].sort();
    for (const value of distinct.slice(0, MAX_VALUES)) selected.append(name, value);
  }
  if (!isData) return selected;
  const needed = new Set(sent.get(ROUTES_PARAM)?.split(","));
  const known = route.routeIds.filter((id) => needed.has(id));
  if (known.length > 0) selected.set(ROUTES_PARAM, known.join());
  return selected;
}
