/**
 * What the page, which stores, and the service worker, which answers without a network, share. Visitors' browsers have
 * copies under these names: another name would lose them.
 */

/** The cache of the offline copies of viewed pages. */
export const COPIES_CACHE_NAME = "kept-pages";

/** Header of an offline copy: the page's title, URI-encoded. */
export const TITLE_HEADER = "x-kept-title";

/** The cache of what a start without a network needs: the cart page, the code, the frame of the offline page. */
export const APP_CACHE_NAME = "offline-app";

export const CART_PATH = "/cart";

/** Stored only where it was opened. */
export const COURIER_PATH = "/courier";

/** The shop's header and footer around an empty main content. */
export const FRAME_PATH = "/offline-frame";

/** Where the service worker puts the content of the offline page into the frame. */
export const FRAME_SLOT = "<!--offline-->";

/** The path of the built code. */
export const ASSETS_PATH = "/assets/";

export const OFFLINE_TITLE = "Vous êtes hors ligne";
