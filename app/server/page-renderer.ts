/**
 * Answers requests for pages: from the page cache, or by a page that is rendered now and cached if its headers
 * allow it. A page is rendered from its path alone (page-handler.ts). Sessions are in the browser.
 */
import { withoutStaleWhileRevalidate } from "./cache-control.ts";
import {
  CachedResponse,
  getRequestConditions,
  type RawResponse,
  type RequestConditions,
  toResponse,
} from "./cached-response.ts";
import { type CachedPage, PageCache, type RenderedPage } from "./page-cache.ts";
import type { PageHandler } from "./page-handler.ts";
import { pageKey } from "./page-key.ts";

export interface PageRendererOptions {
  render: PageHandler;
  /** Approximate bytes of memory for cached pages. */
  cacheBytes: number;
}

export class PageRenderer {
  readonly #handle: PageHandler;
  readonly #cache: PageCache;

  constructor({ render, cacheBytes }: PageRendererOptions) {
    this.#handle = render;
    this.#cache = new PageCache({ maxBytes: cacheBytes, render: (path) => this.#render("GET", path) });
  }

  /** The cached page for a path and query, or null when it has to be rendered. */
  getCached(url: string, conditions: RequestConditions): RawResponse | Promise<RawResponse> | null {
    const page = this.#cache.peek(pageKey(url));
    return page && respondWithAge(page, conditions);
  }

  /** The page for any request that was not handled before. */
  async fetch(request: Request): Promise<Response> {
    const conditions = getRequestConditions(request);
    const path = getPathAndQuery(request.url);
    const isShared = isSafeMethod(request.method) && !request.headers.has("authorization");
    const page = isShared
      ? await this.#cache.get(pageKey(path))
      : { response: (await this.#render(request.method, path)).response, ageSeconds: 0 };
    return toResponse(await respondWithAge(page, conditions));
  }

  /**
   * After a change in a table: pages that show it (with null, all) are rendered again at the next request.
   */
  invalidate(table: string | null): void {
    this.#cache.invalidate(table);
  }

  async #render(method: string, path: string): Promise<RenderedPage> {
    const page = await this.#handle({ method, path });
    const headers = new Headers(page.headers);
    const cacheControl = headers.get("cache-control") ?? "";
    headers.set(
      "cache-control",
      page.status >= 500 ? "no-store" : withoutStaleWhileRevalidate(cacheControl) || "no-cache",
    );
    return {
      response: new CachedResponse(page.status, headers, Buffer.from(page.body)),
      cacheControl,
      tags: (headers.get("cache-tag") ?? "").split(",").map((tag) => tag.trim()),
      setsCookie: headers.has("set-cookie"),
    };
  }
}

export function isSafeMethod(method: string | undefined): boolean {
  return method === "GET" || method === "HEAD";
}

function respondWithAge(page: CachedPage, conditions: RequestConditions): RawResponse | Promise<RawResponse> {
  const raw = page.response.respond(conditions);
  if (page.ageSeconds === 0) return raw;
  return raw instanceof Promise
    ? raw.then((resolved) => addAgeHeader(resolved, page.ageSeconds))
    : addAgeHeader(raw, page.ageSeconds);
}

function addAgeHeader(raw: RawResponse, seconds: number): RawResponse {
  return { ...raw, headers: [...raw.headers, "age", String(seconds)] };
}

function getPathAndQuery(url: string): string {
  return url.slice(url.indexOf("/", url.indexOf("//") + 2));
}
