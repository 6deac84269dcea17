/**
 * Caches public pages as bytes by their key, in a limited amount of memory.
 *
 * A page names what it shows by tags, and a change names the tags of the pages that it concerns:
 * - A wrong page (a price, a stock state, a deleted product) is deleted. Who asks for it waits for a new one, which is
 *   rendered once however many ask. One that somebody has asked for is rendered again when nobody waits for a page,
 *   before the next one asks: the pages asked for most often come first.
 * - An old page (a text, the products of a list) is stale: it is served for a moment while a new one is rendered, and
 *   from then on nobody gets it. A page becomes stale by time as well, for what no change tells.
 * - A page is unverified once changes may have been missed, because the database was gone for a moment. Who asks for it
 *   waits for a new one like that of a wrong page, but only for a moment: after the return of a database every page is
 *   rendered at once, and the old one is most likely right.
 *
 * A stale or unverified page stays in memory as the answer for when no new one can be rendered: the database is
 * unavailable, or too many pages wait. A wrong one is never an answer.
 */
import { LRUCache } from "lru-cache";
import { isSharedCacheable } from "./cache-control.ts";
import type { CachedResponse } from "./http/cached-response.ts";
import type { RenderQueue } from "./render/render-queue.ts";
import { SharedRendering } from "./render/shared-rendering.ts";

/**
 * A rendered page. With an empty `cacheControl`, or with a cookie, it is only for the request that it was rendered
 * for.
 */
export interface RenderedPage {
  response: CachedResponse;
  /** The Cache-Control header that the route has set. */
  cacheControl: string;
  /** What the page shows. */
  tags: readonly string[];
  setsCookie: boolean;
}

export interface CachedPage {
  response: CachedResponse;
  /** Null for a page that was rendered for this request. */
  ageSeconds: number | null;
}

/** The tags of pages that must not be served any more, and of those that may be served for a moment. */
export interface PageChange {
  wrong: readonly string[];
  old: readonly string[];
}

/** Times are in milliseconds, as `now` returns them. */
interface CacheEntry {
  response: CachedResponse;
  tags: readonly string[];
  /** How often it was asked for. */
  requests: number;
  renderedAt: number;
  freshUntil: number;
  staleUntil: number;
  /** Until when it is the answer for who has waited a moment; null while no change may have been missed. */
  unverifiedUntil: number | null;
}

interface Rendering {
  /** Ends once the page is stored. */
  shared: SharedRendering<RenderedPage>;
  /** The changes since it started to read, each with its version; null before that. */
  changes: { version: number; change: PageChange | null }[] | null;
  /** The version of the first change that made the result wrong; null while none has. */
  wrongSince: number | null;
  /** How many requests wait for it. */
  requests: number;
}

export interface PageCacheOptions {
  maxBytes: number;
  /** How long a page is fresh unless a change tells otherwise, in milliseconds. */
  freshMs: number;
  queue: RenderQueue;
  /** Renders the page of a key; a rejection counts like a response with status 500. */
  render(key: string): Promise<RenderedPage>;
  /** In milliseconds, of a clock that never steps back. */
  now?: () => number;
}

/** How long a stale page is served while it is refreshed. */
const STALE_MS = 30_000;
/** How long a visitor waits for a new page in place of an unverified one. */
const UNVERIFIED_WAIT_MS = 2_000;
/** An old page is not refreshed before this age: with an edit a second, each list would be rendered every second. */
const MIN_REFRESH_AGE_MS = 5_000;
/** After a failed refresh the stale page is fresh for this long before the next attempt. */
const RETRY_DELAY_MS = 5_000;

export class PageCache {
  readonly #entries: LRUCache<string, CacheEntry>;
  readonly #keysByTag = new Map<string, Set<string>>();
  /** The renderings that requests for the same key share. */
  readonly #renderings = new Map<string, Rendering>();
  readonly #options: PageCacheOptions;
  readonly #now: () => number;
  /** The number of changes: tells which of them came before a request. */
  #version = 0;

  constructor(options: PageCacheOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#entries = new LRUCache({
      maxSize: options.maxBytes,
      // Includes the gzip copy that may be added to the brotli one later, and the tags in the index.
      sizeCalculation: ({ response, tags }, key) =>
        Math.ceil(response.size * 2.2) + key.length * (tags.length + 1) + tags.join().length,
      dispose: ({ tags }, key) => this.#removeFromIndex(tags, key),
    });
  }

  /** The cached page, unless it is too old. A stale one will be refreshed. */
  peek(key: string): CachedPage | null {
    const entry = this.#entries.get(key);
    const now = this.#now();
    if (!entry || entry.unverifiedUntil !== null || now >= entry.staleUntil) return null;
    entry.requests += 1;
    if (now >= entry.freshUntil) this.#refresh(key, entry.requests);
    return this.#toCachedPage(entry);
  }

  /**
   * The page, cached or rendered now as one of the visitor's network. Rejects when there is none and rendering fails.
   */
  async get(key: string, network: string): Promise<CachedPage> {
    const askedAt = this.#version;
    const { queue, render } = this.#options;
    for (;;) {
      const cached = this.peek(key);
      if (cached) return cached;
      const other = this.#renderings.get(key);
      const rendering = other ?? this.#createRendering(key);
      rendering.requests += 1;
      const page = await this.#waitFor(key, rendering.shared.wait(network)).catch((error: unknown) => {
        if (!this.#entries.has(key)) throw error;
        return null;
      });
      // The page was read before a change that came before this request.
      if (rendering.wrongSince !== null && rendering.wrongSince <= askedAt) continue;
      const stale = !page || isFailure(page) ? this.#entries.get(key) : undefined;
      if (stale) return this.#toCachedPage(stale);
      if (!page) continue;
      // A cookie belongs to the first request only: the others that waited for this page get a response of
      // their own.
      const own = other && page.setsCookie ? await queue.run(network, () => render(key)) : page;
      return { response: own.response, ageSeconds: null };
    }
  }

  /** The new page, or null after a moment if there is an unverified one. */
  #waitFor(key: string, page: Promise<RenderedPage>): Promise<RenderedPage | null> {
    const { unverifiedUntil = null } = this.#entries.peek(key) ?? {};
    if (unverifiedUntil === null || this.#now() >= unverifiedUntil) return page;
    return new Promise((resolve, reject) => {
      const timeout = setTimeout(() => resolve(null), UNVERIFIED_WAIT_MS);
      page.then(resolve, reject).finally(() => clearTimeout(timeout));
    });
  }

  /** Applies a change to every page that it concerns, also to those being rendered; null makes every page unverified. */
  invalidate(change: PageChange | null): void {
    this.#version += 1;
    for (const { changes } of this.#renderings.values()) changes?.push({ version: this.#version, change });
    if (change === null) {
      const unverifiedUntil = this.#now() + STALE_MS;
      for (const [key, entry] of [...this.#entries.entries()]) {
        entry.unverifiedUntil = unverifiedUntil;
        entry.freshUntil = this.#now();
        if (entry.requests > 0) this.#refresh(key, entry.requests);
      }
      return;
    }
    for (const tag of change.wrong) for (const key of this.#listKeys(tag)) this.#remake(key);
    for (const tag of change.old) {
      for (const key of this.#listKeys(tag)) {
        const entry = this.#entries.peek(key);
        if (entry) this.#makeOld(entry);
      }
    }
  }

  #makeOld(entry: CacheEntry): void {
    const refreshAt = Math.max(this.#now(), entry.renderedAt + MIN_REFRESH_AGE_MS);
    entry.freshUntil = Math.min(entry.freshUntil, refreshAt);
    entry.staleUntil = Math.min(entry.staleUntil, refreshAt + STALE_MS);
  }

  /**
   * Deletes a wrong page. One that nobody has asked for since it was rendered is not rendered again before somebody
   * does, so that a series of changes costs no more renderings than there are visitors.
   */
  #remake(key: string): void {
    const requests = this.#entries.peek(key)?.requests ?? 0;
    this.#entries.delete(key);
    if (requests > 0) this.#refresh(key, requests);
  }

  #refresh(key: string, requests: number): void {
    this.#options.queue.refresh(key, requests, async () => {
      const entry = this.#entries.peek(key);
      const isFresh = entry !== undefined && this.#now() < entry.freshUntil;
      if (!isFresh && !this.#renderings.has(key)) await this.#createRendering(key).shared.start();
    });
  }

  #createRendering(key: string): Rendering {
    const work = async () => {
      rendering.changes = [];
      try {
        const page = await this.#options.render(key);
        this.#store(key, page, rendering);
        return page;
      } catch (error) {
        this.#extendStale(key);
        throw error;
      }
    };
    const end = () => {
      this.#renderings.delete(key);
    };
    const shared = new SharedRendering(this.#options.queue, work, end);
    const rendering: Rendering = { shared, changes: null, wrongSince: null, requests: 0 };
    this.#renderings.set(key, rendering);
    return rendering;
  }

  /** Stores a cacheable page. After a redirect or a 404 the old page is deleted; after an error it stays. */
  #store(key: string, page: RenderedPage, rendering: Rendering): void {
    const changes = rendering.changes ?? [];
    const tags = new Set(page.tags);
    const wrong = changes.find(
      // Nothing tells what an uncacheable page has read.
      ({ change }) => change === null || !isCacheable(page) || change.wrong.some((tag) => tags.has(tag)),
    );
    rendering.wrongSince = wrong?.version ?? null;
    if (isFailure(page)) this.#extendStale(key);
    else if (!isCacheable(page)) this.#entries.delete(key);
    else if (!wrong) {
      const now = this.#now();
      const freshUntil = now + this.#options.freshMs;
      const entry = {
        response: page.response,
        tags: page.tags,
        requests: rendering.requests,
        renderedAt: now,
        freshUntil,
        staleUntil: freshUntil + STALE_MS,
        unverifiedUntil: null,
      };
      if (changes.some(({ change }) => change?.old.some((tag) => tags.has(tag)))) this.#makeOld(entry);
      this.#entries.set(key, entry);
      if (this.#entries.has(key)) this.#addToIndex(page.tags, key);
    }
  }

  /** When the page cannot be rendered, the stale one stays in use for a while. */
  #extendStale(key: string): void {
    const entry = this.#entries.peek(key);
    if (!entry) return;
    entry.freshUntil = this.#now() + RETRY_DELAY_MS;
    entry.staleUntil = entry.freshUntil + STALE_MS;
  }

  #toCachedPage({ response, renderedAt }: CacheEntry): CachedPage {
    return { response, ageSeconds: Math.floor((this.#now() - renderedAt) / 1000) };
  }

  #listKeys(tag: string): string[] {
    return [...(this.#keysByTag.get(tag) ?? [])];
  }

  #addToIndex(tags: readonly string[], key: string): void {
    for (const tag of tags) {
      const keys = this.#keysByTag.get(tag);
      if (keys) keys.add(key);
      else this.#keysByTag.set(tag, new Set([key]));
    }
  }

  #removeFromIndex(tags: readonly string[], key: string): void {
    for (const tag of tags) {
      const keys = this.#keysByTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) this.#keysByTag.delete(tag);
    }
  }
}

function isCacheable({ response, cacheControl, setsCookie }: RenderedPage): boolean {
  return response.status === 200 && !setsCookie && isSharedCacheable(cacheControl);
}

/** Whether a stale page is the better answer: an error, or a page on which something failed to load. */
function isFailure(page: RenderedPage): boolean {
  const { status } = page.response;
  return !isCacheable(page) && !page.setsCookie && (status < 300 || status >= 500);
}
