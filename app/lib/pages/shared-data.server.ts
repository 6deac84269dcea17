/**
 * Data that many pages show, loaded once for all the pages that are rendered until it changes. A page would otherwise
 * spend a tenth of its cost on rows that the page before it has just read.
 */

/** What no change tells is read again after this time, so pages are not much older than without sharing. */
const LIFETIME_MS = 5_000;
/** How many are kept; then all are loaded again. */
const MAX_KEYS = 500;

interface Shared<T> {
  version: number;
  loadedAt: number;
  data: Promise<T>;
}

export class SharedData<T> {
  readonly #now: () => number;
  readonly #latest = new Map<string, Shared<T>>();

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /**
   * The data of this version (app-context.ts) or of a later one; with null it is always loaded. `key` says which data,
   * where there are several. A failure is not shared with later pages.
   */
  get(version: number | null, load: () => Promise<T>, key = ""): Promise<T> {
    if (version === null) return load();
    const latest = this.#latest.get(key);
    if (latest && latest.version >= version && this.#now() < latest.loadedAt + LIFETIME_MS)
      return latest.data;
    const loading = { version, loadedAt: this.#now(), data: load() };
    if (this.#latest.size >= MAX_KEYS) this.#latest.clear();
    this.#latest.set(key, loading);
    loading.data.catch(() => {
      if (this.#latest.get(key) === loading) this.#latest.delete(key);
    });
    return loading.data;
  }
}
