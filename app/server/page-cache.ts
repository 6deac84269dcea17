/**
 * Public pages as bytes, by their key, in a bounded amount of memory.
 *
 * A page says how long it is fresh (`s-maxage`) and which tables it shows (`Cache-Tag`). Out of time, or after a
 * change in one of its tables, it is stale: the stale one is sent on while a fresh one is made, once, however many
 * ask. A page whose making overlapped a change may hold either state and is stale from the start.
 */
import { LRUCache } from "lru-cache";
import { sharedLifetime } from "./cache-control.ts";
import type { StoredAnswer } from "./stored-answer.ts";

/** A page as it was made. Without `cacheControl`, or with cookies, it belongs to the one request it was made for. */
export interface MadePage {
  answer: StoredAnswer;
  cacheControl: string;
  tags: readonly string[];
  setsCookie: boolean;
}

export interface CachedPage {
  answer: StoredAnswer;
  ageSeconds: number;
}

interface Entry {
  answer: StoredAnswer;
  tags: readonly string[];
  madeAt: number;
  freshUntil: number;
  staleUntil: number;
}

export interface PageCacheOptions {
  maxBytes: number;
  /** Makes the page of a key; a rejection counts like an answer of status 500. */
  make(key: string): Promise<MadePage>;
  now?: () => number;
}

/** After a failed refresh the stale page is good for this long before the next attempt. */
const RETRY_MS = 5_000;

export class PageCache {
  readonly #entries: LRUCache<string, Entry>;
  readonly #making = new Map<string, Promise<MadePage>>();
  readonly #changedAt = new Map<string | null, number>();
  readonly #make: (key: string) => Promise<MadePage>;
  readonly #now: () => number;
  #changes = 0;

  constructor({ maxBytes, make, now = Date.now }: PageCacheOptions) {
    this.#make = make;
    this.#now = now;
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      // What a gzip copy, made later, adds to the brotli one is reckoned in.
      sizeCalculation: ({ answer }, key) => Math.ceil(answer.size * 2.2) + key.length,
    });
  }

  /** The page if it is kept and may be shown. Starts to refresh a stale one without waiting for it. */
  peek(key: string): CachedPage | null {
    const entry = this.#entries.get(key);
    if (!entry) return null;
    const now = this.#now();
    if (now >= entry.staleUntil) return null;
    if (now >= entry.freshUntil && !this.#making.has(key)) this.#refresh(key, entry);
    return { answer: entry.answer, ageSeconds: Math.floor((now - entry.madeAt) / 1000) };
  }

  /** The page, kept or made now. Rejects when it cannot be made. */
  async get(key: string): Promise<CachedPage> {
    const kept = this.peek(key);
    if (kept) return kept;
    const running = this.#making.get(key);
    const made = await (running ?? this.#start(key));
    // A cookie is for the one who caused it: the others who waited for this page get one of their own.
    const own = running && made.setsCookie ? await this.#make(key) : made;
    return { answer: own.answer, ageSeconds: 0 };
  }

  /** Marks every page that shows a table as stale, and those being made right now; with null every page. */
  invalidate(table: string | null): void {
    this.#changes += 1;
    this.#changedAt.set(table, this.#changes);
    const now = this.#now();
    for (const entry of this.#entries.values()) {
      if (table === null || entry.tags.includes(table)) entry.freshUntil = Math.min(entry.freshUntil, now);
    }
  }

  /** A page that cannot be made now (the database is away) leaves the stale one in its place for a while. */
  #refresh(key: string, stale: Entry): void {
    const keepStale = () => {
      stale.freshUntil = this.#now() + RETRY_MS;
    };
    this.#start(key).then(keepStale, keepStale);
  }

  #start(key: string): Promise<MadePage> {
    const changesBefore = this.#changes;
    const making = this.#make(key)
      .then(async (made) => {
        await this.#keep(key, made, changesBefore);
        return made;
      })
      .finally(() => this.#making.delete(key));
    this.#making.set(key, making);
    return making;
  }

  /** Keeps a good page. One that has become a redirect or a 404 is dropped; after a failure the old one stays. */
  async #keep(
    key: string,
    { answer, cacheControl, setsCookie, tags }: MadePage,
    changesBefore: number,
  ): Promise<void> {
    const lifetime = setsCookie || answer.status !== 200 ? null : sharedLifetime(cacheControl);
    if (!lifetime) {
      if (answer.status >= 300 && answer.status < 500) this.#entries.delete(key);
      return;
    }
    await answer.pack();
    const now = this.#now();
    const isOutdated = [null, ...tags].some((tag) => (this.#changedAt.get(tag) ?? 0) > changesBefore);
    this.#entries.set(key, {
      answer,
      tags,
      madeAt: now,
      freshUntil: isOutdated ? now : now + lifetime.freshMs,
      staleUntil: now + lifetime.freshMs + lifetime.staleMs,
    });
  }
}
