/**
 * Loads a page again whose application the network has lost a part of: a browser asks for a module once in the life
 * of a page. Without the application the page stays readable, and its links lead on.
 */

const INTERVAL_MS = 2000;
/** In one tab, one after the other: where something blocks the code for good, each load costs the visitor's bytes. */
const MAX_RELOADS = 3;
const RELOADS_KEY = "reloads";

/** Loads the page again once there is a network. After too many tries in vain it calls `giveUp` instead. */
export function reloadWhenReachable(giveUp: () => void): void {
  const reload = () => {
    const reloads = Number(sessionStorage.getItem(RELOADS_KEY)) + 1;
    sessionStorage.setItem(RELOADS_KEY, String(reloads));
    if (reloads <= MAX_RELOADS) location.reload();
    else giveUp();
  };
  const tryAgain = () => reloadWhenReachable(giveUp);
  setTimeout(() => fetch(location.href, { method: "HEAD" }).then(reload, tryAgain), INTERVAL_MS);
}

/** To be called after hydration: nothing blocks the code, so a later loss is a matter of the network again. */
export function forgetReloads(): void {
  sessionStorage.removeItem(RELOADS_KEY);
}
