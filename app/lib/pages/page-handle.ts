/**
 * What a route module declares about its page, in its export `handle`: the choice of the stylesheet, the robots
 * tag, robots.txt, the sitemap, the offline copies and the key of the cached page depend on it. A layout declares it for all of its pages. An
 * ordinary page of the shop declares nothing: it may be indexed and read again without a network.
 */
export interface PageHandle {
  /** The admin area has its own stylesheet instead of the shop's. */
  stylesheet?: "admin";
  /** For a page of a signed-in customer: others leave it before it is shown (app/bootstrap-private.ts). */
  signedIn?: boolean;
  /** For a page that search engines must not list: it is about one visitor, or exists for nobody. */
  noindex?: boolean;
  /**
   * The search parameters that the server reads: in the loader, or while it renders. The page cache ignores all
   * others, so that the page of a link with more of them is the same page.
   */
  searchParams?: readonly string[];
  /** Those that may occur several times, such as the values of facets; their order does not matter. */
  repeatedSearchParams?: readonly string[];
  /** Whether a visited page can be read without a network: by default, what may be indexed. */
  offlineCopy?: boolean;
}

/** Id of the style element with the admin area's stylesheet. */
export const ADMIN_STYLES_ID = "admin-styles";

/**
 * The handles of a page's layouts and its own, from the outermost on, as one; the innermost value wins. React
 * Router types them as unknown: every route that exports a handle declares it as `PageHandle`.
 */
export function mergeHandles(matches: readonly ({ handle?: unknown } | undefined)[]): PageHandle {
  return Object.assign({}, ...matches.map((match) => match?.handle));
}
