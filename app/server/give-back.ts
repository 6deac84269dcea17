/**
 * Gives memory back while pages are made and after. Each leaves some hundred kilobytes of garbage, most of it outside of
 * V8's own heap, and V8 lets it lie until there is pressure, which a small shop never makes: the process would stay at
 * twice its size. A collection takes about 20 ms, as much as making two pages. The one when it is quiet (30 ms) is the
 * thorough kind, which also hands back the pages that V8 keeps in reserve for its heap to grow: 40 MB after some hundred
 * pages.
 */

const PAGES = 40;
const QUIET_MS = 500;
const THOROUGH = { type: "major", execution: "sync", flavor: "last-resort" } as const;

/** Returns what is to be called for each page made. `collect` is Node's `gc`; without one nothing is done. */
export function createGiveBack(collect: typeof globalThis.gc = globalThis.gc): () => void {
  // Pages made since the last thorough collection. The start leaves as much behind as many pages.
  let pages = PAGES;
  let timer = whenQuiet();
  return () => {
    pages++;
    clearTimeout(timer);
    if (pages % PAGES === 0) void collect?.({ type: "major", execution: "async" });
    if (pages >= PAGES) timer = whenQuiet();
  };

  function whenQuiet(): NodeJS.Timeout {
    return setTimeout(() => {
      pages = 0;
      collect?.(THOROUGH);
    }, QUIET_MS).unref();
  }
}
