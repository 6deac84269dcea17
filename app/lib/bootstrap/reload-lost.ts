/**
 * Loads a page again of which the network has lost a part.
 * - A module of the application: a browser asks for it once in the life of a page. Without the application the page stays
 *   readable, and its links lead on.
 * - The end of the document itself: Chromium then shows what it has, or nothing, as a page that is loading for ever. No
 *   event tells it, so it is told by a document that does not grow.
 */

const FIRST_PAUSE_MS = 2000;
/** A connection may be silent for a moment. A document that has not grown for so long is taken for lost. */
const SILENCE_MS = 5000;
/** In tab storage: how often a page has been loaded again since the application last arrived. */
const RELOADS_KEY = "reloads";

/**
 * Loads the page again once there is a network, after a pause that doubles each time: where something blocks the code
 * for good, each load costs the visitor's bytes. Returns what does so at once, for a press that cannot wait. `isLost`
 * is asked when there is a network again.
 */
export function reloadWhenReachable(isLost = () => true): () => void {
  const reloads = Number(sessionStorage.getItem(RELOADS_KEY));
  const reload = () => {
    if (!isLost()) return;
    sessionStorage.setItem(RELOADS_KEY, String(reloads + 1));
    location.reload();
  };
  const tryNow = () => {
    // This page.
    fetch("", { method: "HEAD" }).then(reload, () => setTimeout(tryNow, FIRST_PAUSE_MS));
  };
  setTimeout(tryNow, FIRST_PAUSE_MS * 2 ** reloads);
  return tryNow;
}

/**
 * Calls `onLost` when the document has not arrived as a whole, and nothing more of it comes. A network that was silent
 * for longer may bring the rest all the same: `isLost` tells.
 */
export function watchDocument(onLost: (isLost: () => boolean) => void, arrived = 0): void {
  setTimeout(() => {
    const length = measureLoading();
    if (length && length !== arrived) watchDocument(onLost, length);
    else if (length) onLost(() => measureLoading() === length);
  }, SILENCE_MS);
}

/** How much there is of a document that is loading; 0 of one that has arrived. */
function measureLoading(): number {
  return document.readyState === "loading" ? document.documentElement.outerHTML.length : 0;
}

/** To be called after hydration: nothing blocks the code, so a later loss is a matter of the network again. */
export function forgetReloads(): void {
  try {
    sessionStorage.removeItem(RELOADS_KEY);
  } catch {
    // A browser that forbids the storage has counted none.
  }
}
