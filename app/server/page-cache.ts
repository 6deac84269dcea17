/**
 * Caches public pages as bytes by their key, in a limited amount of memory.
 *
 * A page declares how long it is fresh (`s-maxage`) and which tables it shows (`Cache-Tag`). After that time,
 * or after a change in one of its tables, it is stale: the stale page is sent while a fresh one is rendered,
 * once for all concurrent requests. A page that was rendered while a change happened may have either state,
 * and is stale from the start.
 */
import { LRUCache } from "lru-cache";
import { parseSharedLifetime } from "./cache-control.ts";
import type { CachedResponse } from "./cached-response.ts";

/**
 * A rendered page. With an empty `cacheControl`, or with a cookie, it is only for the request that it was rendered
 * for.
 */
export interface RenderedPage {
  response: CachedResponse;
  /** The Cache-Control header that the route has set. */
  cacheControl: string;
  /** The tables that the page shows. */
  tags: readonly string[];
  setsCookie: boolean;
}

export interface CachedPage {
  response: CachedResponse;
  ageSeconds: number;
}

/** Times are in milliseconds, as `now` returns them. */
interface CacheEntry {
  response: CachedResponse;
  tags: readonly string[];
  renderedAt: number;
  freshUntil: number;
  staleUntil: number;
}

export interface PageCacheOptions {
  maxBytes: number;
  /** Renders the page of a key; a rejection counts like a response with status 500. */
  render(key: string): Promise<RenderedPage>;
  /** The clock, in milliseconds. */
  now?: () => number;
}

/** After a failed refresh the stale page is sent for this long before the next attempt. */
const RETRY_DELAY_MS = 5_000;

export class PageCache {
  readonly #entries: LRUCache<string, CacheEntry>;
  readonly #rendering = new Map<string, Promise<RenderedPage>>();
  /** The version at the last change of each table; under null, of a change in any table. */
  readonly #invalidatedAt = new Map<string | null, number>();
  readonly #render: (key: string) => Promise<RenderedPage>;
  readonly #now: () => number;
  /** The number of invalidations: tells which of them a rendering may have missed. */
  #version = 0;

  constructor({ maxBytes, render, now = Date.now }: PageCacheOptions) {
    this.#render = render;
    this.#now = now;
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      // Includes the gzip copy that may be added to the brotli one later.
      sizeCalculation: ({ response }, key) => Math.ceil(response.size * 2.2) + key.length,
    });
  }

  /** The cached page, unless it is too old. Starts to refresh a stale one without waiting for it. */
  peek(key: string): CachedPage | null {
    const entry = this.#entries.get(key);
    if (!entry) return null;
    const now = this.#now();
    if (now >= entry.staleUntil) return null;
    if (now >= entry.freshUntil && !this.#rendering.has(key)) this.#refresh(key, entry);
    return { response: entry.response, ageSeconds: Math.floor((now - entry.renderedAt) / 1000) };
  }

  /** The page, cached or rendered now. Rejects when rendering fails. */
  async get(key: string): Promise<CachedPage> {
    const cached = this.peek(key);
    if (cached) return cached;
    const running = this.#rendering.get(key);
    const rendered = await (running ?? this.#start(key));
    // A cookie belongs to the first request only: the others that waited for this page get a response of
    // their own.
    const ownPage = running && rendered.setsCookie ? await this.#render(key) : rendered;
    return { response: ownPage.response, ageSeconds: 0 };
  }

  /** Marks every page that shows the table as stale, also those being rendered; with null every page. */
  invalidate(table: string | null): void {
    this.#version += 1;
    this.#invalidatedAt.set(table, this.#version);
    const now = this.#now();
    for (const entry of this.#entries.values()) {
      if (table === null || entry.tags.includes(table)) entry.freshUntil = Math.min(entry.freshUntil, now);
    }
  }

  /**
   * When the page cannot be rendered (the database is unavailable), the stale one stays in use for a while.
   */
  #refresh(key: string, stale: CacheEntry): void {
    const extendStale = () => {
      stale.freshUntil = this.#now() + RETRY_DELAY_MS;
    };
    this.#start(key).then(extendStale, extendStale);
  }

  #start(key: string): Promise<RenderedPage> {
    const versionBefore = this.#version;
    const rendering = this.#render(key)
      .then(async (rendered) => {
        await this.#store(key, rendered, versionBefore);
        return rendered;
      })
      .finally(() => this.#rendering.delete(key));
    this.#rendering.set(key, rendering);
    return rendering;
  }

  /** Stores a cacheable page. After a redirect or a 404 the old page is deleted; after an error it stays. */
  async #store(
    key: string,
    { response, cacheControl, setsCookie, tags }: RenderedPage,
    versionBefore: number,
  ): Promise<void> {
    const lifetime = setsCookie || response.status !== 200 ? null : parseSharedLifetime(cacheControl);
    if (!lifetime) {
      if (response.status >= 300 && response.status < 500) this.#entries.delete(key);
      return;
    }
    await response.compress();
    const now = this.#now();
    const isOutdated = [null, ...tags].some((tag) => (this.#invalidatedAt.get(tag) ?? 0) > versionBefore);
    this.#entries.set(key, {
      response,
      tags,
      renderedAt: now,
      freshUntil: isOutdated ? now : now + lifetime.freshMs,
      staleUntil: now + lifetime.freshMs + lifetime.staleMs,
    });
  }
}
