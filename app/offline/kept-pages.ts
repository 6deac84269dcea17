/** Where the pages that were seen are kept in the browser: what the page that writes and the worker that reads share. */

export const KEPT_PAGES = "kept-pages";

/** Header of a kept page: its title, URI-encoded. */
export const TITLE_HEADER = "x-kept-title";
