/**
 * Loads a page again whose application the network has lost a part of: a browser asks for a module once in the life
 * of a page. Without the application the page stays readable, and its links lead on.
 */

const FIRST_PAUSE_MS = 2000;
/** In tab storage: how often a page has been loaded again since the application last arrived. */
const RELOADS_KEY = "reloads";

/**
 * Loads the page again once there is a network, after a pause that doubles each time: where something blocks the code
 * for good, each load costs the visitor's bytes. Returns what does so at once, for a press that cannot wait.
 */
export function reloadWhenReachable(): () => void {
  const reloads = Number(sessionStorage.getItem(RELOADS_KEY));
  const reload = () => {
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

/** To be called after hydration: nothing blocks the code, so a later loss is a matter of the network again. */
export function forgetReloads(): void {
  try {
    sessionStorage.removeItem(RELOADS_KEY);
  } catch {
    // A browser that forbids the storage has counted none.
  }
}
