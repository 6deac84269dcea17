/**
 * Decides when data is revalidated that follows the database: once for changes in quick succession, never
 * twice at the same time, not while the page is hidden (unless it is to be noticed there), and every minute while no
 * changes are delivered.
 */

import type { TableSubscriber } from "./subscribe-to-tables.client.ts";

/** Changes within this time count as one, ms. */
const DEBOUNCE_MS = 250;
const POLL_INTERVAL_MS = 60_000;

interface RevalidationSource {
  /**
   * Subscribes to changes and returns the function that unsubscribes; `onSubscribed` and `onDisconnected`
   * tell whether changes are delivered.
   */
  subscribe(listener: TableSubscriber): () => void;
  /** Called before a revalidation that no change has caused. */
  isReachable(): Promise<boolean>;
  /** Whether to revalidate while the page is hidden, too. */
  whileHidden?: boolean;
}

/**
 * Calls `revalidate` whenever the data may be stale, from the first `onSubscribed` on. The returned function
 * stops it.
 */
export function startRevalidation(
  { subscribe, isReachable, whileHidden = false }: RevalidationSource,
  revalidate: () => unknown,
): () => void {
  let isSubscribed = false;
  let isStale = false;
  let isRevalidating = false;
  let debounceTimer: ReturnType<typeof setTimeout> | undefined;
  const isPaused = () => !whileHidden && document.visibilityState === "hidden";

  function markStale() {
    isStale = true;
    debounceTimer ??= setTimeout(run, DEBOUNCE_MS);
  }

  async function run() {
    debounceTimer = undefined;
    if (!isStale || isRevalidating || isPaused()) return;
    isStale = false;
    isRevalidating = true;
    try {
      await revalidate();
    } catch (error) {
      console.error("revalidation: failed", error);
    }
    isRevalidating = false;
    if (isStale) markStale();
  }

  async function poll() {
    if (isSubscribed || isPaused()) return;
    if (await isReachable()) markStale();
  }

  const unsubscribe = subscribe({
    onChange: markStale,
    onSubscribed() {
      isSubscribed = true;
      markStale();
    },
    onDisconnected() {
      isSubscribed = false;
    },
  });
  const timer = setInterval(poll, POLL_INTERVAL_MS);
  const onVisibilityChange = () => (isSubscribed ? isStale && markStale() : poll());
  document.addEventListener("visibilitychange", onVisibilityChange);

  return () => {
    unsubscribe();
    clearTimeout(debounceTimer);
    clearInterval(timer);
    document.removeEventListener("visibilitychange", onVisibilityChange);
  };
}
