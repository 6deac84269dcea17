/**
 * Collects garbage while pages are rendered and when the process is idle. Each page leaves some hundred
 * kilobytes of garbage, most of it outside of V8's own heap, and V8 does not collect it without memory
 * pressure, which a small shop never causes: the process would stay at twice its size. A collection takes
 * about 20 ms, as much as rendering two pages. The one when idle (30 ms) is a full one, which also releases
 * the memory that V8 reserves for its heap to grow: 40 MB after some hundred pages.
 */

const PAGES_PER_COLLECTION = 40;
const IDLE_DELAY_MS = 500;
const FULL_COLLECTION = { type: "major", execution: "sync", flavor: "last-resort" } as const;

/**
 * Returns the function to call for each rendered page. `collect` is Node's `gc`; without it nothing is done.
 */
export function createIdleGc(collect: typeof globalThis.gc = globalThis.gc): () => void {
  // Pages rendered since the last full collection. The start leaves as much garbage as many pages.
  let pages = PAGES_PER_COLLECTION;
  let timer = scheduleFullCollection();
  return () => {
    pages++;
    clearTimeout(timer);
    if (pages % PAGES_PER_COLLECTION === 0) void collect?.({ type: "major", execution: "async" });
    if (pages >= PAGES_PER_COLLECTION) timer = scheduleFullCollection();
  };

  function scheduleFullCollection(): NodeJS.Timeout {
    return setTimeout(() => {
      pages = 0;
      collect?.(FULL_COLLECTION);
    }, IDLE_DELAY_MS).unref();
  }
}
