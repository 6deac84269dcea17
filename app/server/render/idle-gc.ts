/**
 * Collects the garbage of rendering, most of which is outside of V8's own heap, before V8 does: without memory
 * pressure, which a small shop never causes, V8 leaves it, and the process would stay at twice its size. A
 * collection costs as much as several pages, so it depends on how much memory there is to gain:
 * - while pages are rendered, when the heap has grown by a third of the shop's memory;
 * - when the process is idle, after less growth. This one is a full one, which also releases the memory that V8
 *   reserves for its heap to grow.
 */
import { getHeapStatistics } from "node:v8";

const MEGABYTE = 2 ** 20;
const MAX_GROWTH_BYTES = 56 * MEGABYTE;
const MAX_IDLE_GROWTH_BYTES = 16 * MEGABYTE;
const IDLE_DELAY_MS = 500;
const FULL_COLLECTION = { type: "major", execution: "sync", flavor: "last-resort" } as const;

/**
 * Returns the function to call for each rendered page. `collect` is Node's `gc`; without it nothing is done.
 */
export function createIdleGc(
  collect: typeof globalThis.gc = globalThis.gc,
  readBytes: () => number = readHeapBytes,
): () => void {
  // The start leaves as much garbage as many pages.
  let bytesWhenIdle = 0;
  let bytesWhenCollected = readBytes();
  let isCollecting = false;
  let timer = scheduleFullCollection();
  return () => {
    const bytes = readBytes();
    clearTimeout(timer);
    if (bytes > bytesWhenIdle + MAX_IDLE_GROWTH_BYTES) timer = scheduleFullCollection();
    if (bytes > bytesWhenCollected + MAX_GROWTH_BYTES) void collectBesideRendering();
  };

  function scheduleFullCollection(): NodeJS.Timeout {
    return setTimeout(() => {
      collect?.(FULL_COLLECTION);
      bytesWhenIdle = readBytes();
      bytesWhenCollected = bytesWhenIdle;
    }, IDLE_DELAY_MS).unref();
  }

  async function collectBesideRendering(): Promise<void> {
    if (isCollecting) return;
    isCollecting = true;
    await collect?.({ type: "major", execution: "async" });
    isCollecting = false;
    bytesWhenCollected = readBytes();
  }
}

/** The memory that the heap of this thread takes, with what it reserves and what is outside of it. */
function readHeapBytes(): number {
  const { total_heap_size, external_memory } = getHeapStatistics();
  return total_heap_size + external_memory;
}
