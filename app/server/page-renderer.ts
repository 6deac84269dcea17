/**
 * Answers requests for pages: from the page cache, or by a page that is rendered now and cached if its headers
 * allow it. A page is rendered from its path alone (page-handler.ts). Sessions are in the browser.
 */

import type { RouteSearchParams } from "#app/lib/pages/route-search-params.ts";
import { busyPage } from "./error-page.ts";
import {
  CachedResponse,
  getRequestConditions,
  type RawResponse,
  type RequestConditions,
  toResponse,
} from "./http/cached-response.ts";
import { type CachedPage, PageCache, type PageChange, type RenderedPage } from "./page-cache.ts";
import { createPageEncoder, type PageBytes, type SiteAddresses } from "./page-encoder.ts";
import type { PageHandler } from "./page-handler.ts";
import { createGetPageKey, type GetPageKey, restoreDroppedParams } from "./page-key.ts";
import { OverloadError, RenderQueue } from "./render/render-queue.ts";

export interface PageRendererOptions extends SiteAddresses {
  render: PageHandler;
  /** Approximate bytes of memory for cached pages. */
  cacheBytes: number;
  /** What the routes read of a URL. */
  routes: readonly RouteSearchParams[];
  /** How long a page is fresh unless a change tells otherwise, in milliseconds. */
  freshMs: number;
  /** How many pages are rendered at a time for the visitors of one network; null for as many as for all. */
  getPagesPerNetwork?(): number | null;
  /** Called for each page that is not rendered because its visitor's network has too many. */
  onNetworkRefused?(): void;
  /** Resolves when the changes are applied that were written so far; null when they are. */
  getPendingChanges(): Promise<void> | null;
}

/** Beyond these the shop answers pages with 503, so that orders and sign-ins go on. */
const QUEUE_OPTIONS = {
  concurrency: 4,
  maxWaiting: 200,
  timeoutMs: 8_000,
};
/** The part of one network, where no limit says otherwise. */
const QUEUE_OPTIONS_OF_NETWORK = { concurrency: 2, maxWaiting: 50 };

export class PageRenderer {
  readonly #options: PageRendererOptions;
  readonly #queue: RenderQueue;
  readonly #cache: PageCache;
  readonly #getPageKey: GetPageKey;
  #hits = 0;
  #misses = 0;

  constructor(options: PageRendererOptions) {
    this.#options = options;
    this.#queue = new RenderQueue({
      ...QUEUE_OPTIONS,
      perNetwork: {
        ...QUEUE_OPTIONS_OF_NETWORK,
        get concurrency() {
          const { getPagesPerNetwork } = options;
          if (!getPagesPerNetwork) return QUEUE_OPTIONS_OF_NETWORK.concurrency;
          return getPagesPerNetwork() ?? QUEUE_OPTIONS.concurrency;
        },
      },
    });
    this.#getPageKey = createGetPageKey(options.routes);
    this.#cache = new PageCache({
      maxBytes: options.cacheBytes,
      freshMs: options.freshMs,
      queue: this.#queue,
      render: (path) => this.#render("GET", path, true),
    });
  }

  /** The cached page for a path and query, or null when `fetch` has to answer. */
  getCached(url: string, conditions: RequestConditions): RawResponse | Promise<RawResponse> | null {
    if (this.#options.getPendingChanges()) return null;
    const page = this.#cache.peek(this.#getPageKey(url));
    if (page) this.#hits += 1;
    return page && respondWithAge(page, conditions);
  }

  /** The page for any request that was not handled before. `network` is the visitor's, for its part of the renderings. */
  async fetch(request: Request, network: string): Promise<Response> {
    this.#misses += 1;
    const conditions = getRequestConditions(request);
    const url = getPathAndQuery(request.url);
    const key = this.#getPageKey(url);
    await this.#options.getPendingChanges();
    const page = await this.#getPage(request, key, network).catch(async (error: unknown) => {
      if (!(error instanceof OverloadError)) throw error;
      if (error.isOfNetwork) this.#options.onNetworkRefused?.();
      return toCachedPage(toRenderedPage(await createPageEncoder(this.#options)(busyPage())));
    });
    const response = toResponse(await respondWithAge(page, conditions));
    const location = response.headers.get("location");
    // A page that has another address: the query of the request stays with it.
    if (response.status === 301 && location !== null)
      response.headers.set("location", restoreDroppedParams(location, url, key));
    return response;
  }

  /** How many requests were answered from the cache at once, and how many were not. */
  getUse(): { hits: number; misses: number } {
    return { hits: this.#hits, misses: this.#misses };
  }

  /** Applies a change to the cached pages; null makes all of them wrong. */
  invalidate(change: PageChange | null): void {
    this.#cache.invalidate(change);
  }

  async #getPage({ method, headers }: Request, key: string, network: string): Promise<CachedPage> {
    if (isSafeMethod(method) && !headers.has("authorization")) return this.#cache.get(key, network);
    return toCachedPage(await this.#queue.run(network, () => this.#render(method, key, false)));
  }

  /** A request that is not answered from the cache shares nothing with other pages either. */
  async #render(method: string, path: string, isShared: boolean): Promise<RenderedPage> {
    return toRenderedPage(await this.#options.render({ method, path, isShared }));
  }
}

function toRenderedPage({ status, headers: pageHeaders, body, encoding }: PageBytes): RenderedPage {
  const headers = new Headers(pageHeaders);
  const cacheControl = headers.get("cache-control") ?? "";
  const bytes = Buffer.from(body);
  headers.set("cache-control", status >= 500 ? "no-store" : cacheControl || "no-cache");
  return {
    response:
      encoding === "br"
        ? new CachedResponse(status, headers, null, { br: bytes })
        : new CachedResponse(status, headers, bytes),
    cacheControl,
    tags: (headers.get("cache-tag") ?? "")
      .split(",")
      .map((tag) => tag.trim())
      .filter(Boolean),
    setsCookie: headers.has("set-cookie"),
  };
}

function toCachedPage({ response }: RenderedPage): CachedPage {
  return { response, ageSeconds: null };
}

export function isSafeMethod(method: string | undefined): boolean {
  return method === "GET" || method === "HEAD";
}

function respondWithAge(page: CachedPage, conditions: RequestConditions): RawResponse | Promise<RawResponse> {
  const { response, ageSeconds } = page;
  const raw = response.respond(conditions);
  if (ageSeconds === null) return raw;
  return raw instanceof Promise
    ? raw.then((resolved) => addAgeHeader(resolved, ageSeconds))
    : addAgeHeader(raw, ageSeconds);
}

function addAgeHeader(raw: RawResponse, seconds: number): RawResponse {
  return { ...raw, headers: [...raw.headers, "age", String(seconds)] };
}

function getPathAndQuery(url: string): string {
  return url.slice(url.indexOf("/", url.indexOf("//") + 2));
}
