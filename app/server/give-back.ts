/**
 * Gives memory back while pages are made and after. Each leaves some hundred kilobytes of garbage, most of it outside of
 * V8's own heap, and V8 lets it lie until there is pressure, which a small shop never makes: the process would stay at
 * twice its size. A collection takes about 20 ms, as much as making two pages.
 */

const PAGES = 40;
const QUIET_MS = 500;

/** Returns what is to be called for each page made. `collect` is Node's `gc`; without one nothing is done. */
export function createGiveBack(collect: typeof globalThis.gc = globalThis.gc): () => void {
  let pages = 0;
  let timer: NodeJS.Timeout | undefined;
  const giveBack = () => collect?.({ type: "major", execution: "async" });
  return () => {
    pages++;
    clearTimeout(timer);
    if (pages % PAGES === 0) giveBack();
    if (pages >= PAGES) timer = setTimeout(giveBack, QUIET_MS).unref();
  };
}
