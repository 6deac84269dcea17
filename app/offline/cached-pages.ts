/**
 * The cache of visited pages in the browser: names that the page, which writes it, and the service worker
 * share.
 */

export const PAGES_CACHE_NAME = "kept-pages";

/** Header of a cached page: its title, URI-encoded. */
export const TITLE_HEADER = "x-kept-title";
