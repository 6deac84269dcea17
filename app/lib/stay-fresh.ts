/**
 * When something that follows the database is read again: once after changes that come close together, never twice at
 * the same time, not while nobody looks, and every minute as long as no changes are told.
 */

/** Changes within it are one, ms. */
const PAUSE_MS = 250;
const EVERY_MS = 60_000;

interface Source {
  /** Begins to tell of changes and gives what ends that; `watching` and `lost` say whether they are told. */
  watch(listener: { changed(): void; watching(): void; lost(): void }): () => void;
  /** Asked before a reading that no change has called for. */
  isReachable(): Promise<boolean>;
}

/** Calls `reread` whenever what was read may be old, from the first `watching` on; the function it gives ends that. */
export function stayFresh({ watch, isReachable }: Source, reread: () => unknown): () => void {
  let isWatching = false;
  let isOld = false;
  let isReading = false;
  let pause: ReturnType<typeof setTimeout> | undefined;

  function outdate() {
    isOld = true;
    pause ??= setTimeout(read, PAUSE_MS);
  }

  async function read() {
    pause = undefined;
    if (!isOld || isReading || document.visibilityState === "hidden") return;
    isOld = false;
    isReading = true;
    try {
      await reread();
    } catch (error) {
      console.error("stay fresh: could not be read again", error);
    }
    isReading = false;
    if (isOld) outdate();
  }

  async function poll() {
    if (isWatching || document.visibilityState === "hidden") return;
    if (await isReachable()) outdate();
  }

  const leave = watch({
    changed: outdate,
    watching() {
      isWatching = true;
      outdate();
    },
    lost() {
      isWatching = false;
    },
  });
  const timer = setInterval(poll, EVERY_MS);
  const onLook = () => (isWatching ? isOld && outdate() : poll());
  document.addEventListener("visibilitychange", onLook);

  return () => {
    leave();
    clearTimeout(pause);
    clearInterval(timer);
    document.removeEventListener("visibilitychange", onLook);
  };
}
