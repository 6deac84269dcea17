/**
 * The browser's cache of offline copies: names that the page, which stores the copies, and the service worker share.
 * Visitors' browsers have copies under these names: another name would lose them.
 */

export const COPIES_CACHE_NAME = "kept-pages";

/** Header of an offline copy: the page's title, URI-encoded. */
export const TITLE_HEADER = "x-kept-title";
