/**
 * Data that many pages show, loaded once for all the pages that are rendered until it changes. A page would otherwise
 * spend a tenth of its cost on rows that the page before it has just read.
 */

/** How many are kept of each kind; then all are loaded again. */
const MAX_KEYS = 200;

interface Shared<T> {
  tags: readonly string[];
  loadedAt: number;
  data: Promise<T>;
}

interface SharedSource {
  /** The page tags of what it is (page-tags.ts). */
  tags: readonly string[];
  /** Which data, where there are several of the kind. */
  key?: string;
}

/** Of the loaders' modules, which are loaded once. */
const kinds = new Set<SharedData<unknown>>();

export class SharedData<T> {
  readonly #now: () => number;
  readonly #latest = new Map<string, Shared<T>>();

  constructor(now: () => number = Date.now) {
    this.#now = now;
    kinds.add(this);
  }

  /**
   * What was loaded in the last `lifetimeMs` milliseconds (AppContext.sharedForMs), unless one of its tags has changed
   * since. A failure is not shared with later pages.
   */
  get(lifetimeMs: number, { tags, key = "" }: SharedSource, load: () => Promise<T>): Promise<T> {
    if (lifetimeMs === 0) return load();
    const latest = this.#latest.get(key);
    if (latest && this.#now() < latest.loadedAt + lifetimeMs) return latest.data;
    const loading = { tags, loadedAt: this.#now(), data: load() };
    if (this.#latest.size >= MAX_KEYS) this.#latest.clear();
    this.#latest.set(key, loading);
    loading.data.catch(() => {
      if (this.#latest.get(key) === loading) this.#latest.delete(key);
    });
    return loading.data;
  }

  /** Forgets what has one of these tags, also what is being loaded; null stands for all. */
  forget(changed: ReadonlySet<string> | null): void {
    for (const [key, { tags }] of this.#latest)
      if (changed === null || tags.some((tag) => changed.has(tag))) this.#latest.delete(key);
  }
}

/** To be called with each change of pages, before a page is rendered that must show it. */
export function forgetShared(changed: ReadonlySet<string> | null): void {
  for (const kind of kinds) kind.forget(changed);
}
