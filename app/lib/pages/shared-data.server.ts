/**
 * Data that every page shows, loaded once for all the pages that are rendered until it changes. A page would otherwise
 * spend a tenth of its cost on rows that the page before it has just read.
 */

/** What no change tells is read again after this time, so pages are not much older than without sharing. */
const LIFETIME_MS = 5_000;

export class SharedData<T> {
  readonly #now: () => number;
  #latest: { version: number; loadedAt: number; data: Promise<T> } | null = null;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /**
   * The data of this version of the layout (app-context.ts) or of a later one; with null it is always loaded.
   * A failure is not shared with later pages.
   */
  get(version: number | null, load: () => Promise<T>): Promise<T> {
    if (version === null) return load();
    const latest = this.#latest;
    if (latest && latest.version >= version && this.#now() < latest.loadedAt + LIFETIME_MS)
      return latest.data;
    const loading = { version, loadedAt: this.#now(), data: load() };
    this.#latest = loading;
    loading.data.catch(() => {
      if (this.#latest === loading) this.#latest = null;
    });
    return loading.data;
  }
}
