/**
 * Turns a request into a page as bytes: React Router renders it, this module adds the headers that every page
 * needs (policy, security, charset, caching), and the page cache stores it if it may be cached.
 *
 * A page requested with GET is rendered from its key alone: no cookie and no header of the visitor reaches
 * React Router, so nothing of one visitor can be cached and shown to another. Sessions are in the browser.
 */
import { withoutStaleWhileRevalidate } from "./cache-control.ts";
import {
  CachedResponse,
  getRequestConditions,
  type RawResponse,
  type RequestConditions,
  toResponse,
} from "./cached-response.ts";
import { contentSecurityPolicy } from "./csp.ts";
import { errorPage } from "./error-page.ts";
import { type CachedPage, PageCache, type RenderedPage } from "./page-cache.ts";
import { pageKey } from "./page-key.ts";
import { securityHeaders } from "./security-headers.ts";

export interface PageRendererOptions {
  /** React Router's handler. */
  render(request: Request): Promise<Response>;
  /** Public origin of the shop, without a trailing slash. */
  siteUrl: string;
  /** Further origins to which the browser sends requests. */
  connectTo: readonly string[];
  /** Approximate bytes of memory for cached pages. */
  cacheBytes: number;
  /** Called after each rendering. */
  onRender(): void;
  /** Called with an error that resulted in an error page. */
  onError(error: unknown): void;
}

export class PageRenderer {
  readonly #options: PageRendererOptions;
  readonly #securityHeaders: Record<string, string>;
  readonly #cache: PageCache;

  constructor(options: PageRendererOptions) {
    this.#options = options;
    this.#securityHeaders = securityHeaders(options.siteUrl);
    this.#cache = new PageCache({
      maxBytes: options.cacheBytes,
      render: (key) => this.#render(new Request(options.siteUrl + key)),
    });
  }

  /** The cached page for a path and query, or null when it has to be rendered. */
  getCached(url: string, conditions: RequestConditions): RawResponse | Promise<RawResponse> | null {
    const page = this.#cache.peek(pageKey(url));
    return page && respondWithAge(page, conditions);
  }

  /** The page for any request that was not handled before. */
  async fetch(request: Request): Promise<Response> {
    const conditions = getRequestConditions(request);
    const isShared = isSafeMethod(request.method) && !request.headers.has("authorization");
    const page = isShared
      ? await this.#cache.get(pageKey(getPathAndQuery(request.url)))
      : { response: (await this.#render(request)).response, ageSeconds: 0 };
    return toResponse(await respondWithAge(page, conditions));
  }

  /**
   * After a change in a table: pages that show it (with null, all) are rendered again at the next request.
   */
  invalidate(table: string | null): void {
    this.#cache.invalidate(table);
  }

  async #render(request: Request): Promise<RenderedPage> {
    const response = await this.#options.render(request).catch((error: unknown) => {
      this.#options.onError(error);
      return errorPage();
    });
    const body = Buffer.from(await response.arrayBuffer());
    this.#options.onRender();
    const headers = new Headers(response.headers);
    const cacheControl = headers.get("cache-control") ?? "";
    headers.set(
      "cache-control",
      response.status >= 500 ? "no-store" : withoutStaleWhileRevalidate(cacheControl) || "no-cache",
    );
    headers.delete("content-length");
    for (const [name, value] of Object.entries(this.#securityHeaders)) headers.set(name, value);
    if (headers.get("content-type")?.startsWith("text/html")) {
      headers.set("content-type", "text/html; charset=utf-8");
      headers.set(
        "content-security-policy",
        contentSecurityPolicy(body.toString("utf8"), this.#options.connectTo),
      );
    }
    return {
      response: new CachedResponse(response.status, headers, body),
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
