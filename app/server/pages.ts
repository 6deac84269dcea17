/**
 * From a request to a page as bytes: React Router renders, this adds what every page needs (policy, security headers,
 * charset, caching), and the cache keeps what may be kept.
 *
 * A page that is asked for with GET is made from its key alone: no cookie, no header of the visitor reaches React
 * Router, so nothing of one visitor can be kept and shown to another. Sessions live in the browser.
 */
import { withoutStale } from "./cache-control.ts";
import { contentSecurityPolicy } from "./csp.ts";
import { errorPage } from "./error-page.ts";
import { type CachedPage, type MadePage, PageCache } from "./page-cache.ts";
import { pageKey } from "./page-key.ts";
import { securityHeaders } from "./security-headers.ts";
import { type Conditions, StoredAnswer, type WireAnswer } from "./stored-answer.ts";

export interface PagesOptions {
  /** React Router's handler. */
  render(request: Request): Promise<Response>;
  /** Public origin of the shop, without a trailing slash. */
  siteUrl: string;
  /** Origins besides our own that the browser speaks to. */
  connectTo: readonly string[];
  /** Bytes of memory for kept pages, about. */
  cacheBytes: number;
  /** Called for each page that was made. */
  onMade(): void;
  /** Told of a failure that became an error page. */
  onError(error: unknown): void;
}

export class Pages {
  readonly #options: PagesOptions;
  readonly #securityHeaders: Record<string, string>;
  readonly #cache: PageCache;

  constructor(options: PagesOptions) {
    this.#options = options;
    this.#securityHeaders = securityHeaders(options.siteUrl);
    this.#cache = new PageCache({
      maxBytes: options.cacheBytes,
      make: (key) => this.#make(new Request(options.siteUrl + key)),
    });
  }

  /** The kept page for a path and query, or null when it has to be made. */
  kept(url: string, conditions: Conditions): WireAnswer | Promise<WireAnswer> | null {
    const page = this.#cache.peek(pageKey(url));
    return page && answerWithAge(page, conditions);
  }

  /** The page for any request that no one else has answered. */
  async fetch(request: Request): Promise<Response> {
    const conditions = conditionsOf(request);
    const isShared = isSafe(request.method) && !request.headers.has("authorization");
    const page = isShared
      ? await this.#cache.get(pageKey(pathAndQuery(request.url)))
      : { answer: (await this.#make(request)).answer, ageSeconds: 0 };
    return toResponse(await answerWithAge(page, conditions));
  }

  /** A change in a table: pages that show it (with null, all) are made again when they are next asked for. */
  invalidate(table: string | null): void {
    this.#cache.invalidate(table);
  }

  async #make(request: Request): Promise<MadePage> {
    const response = await this.#options.render(request).catch((error: unknown) => {
      this.#options.onError(error);
      return errorPage();
    });
    const body = Buffer.from(await response.arrayBuffer());
    this.#options.onMade();
    const headers = new Headers(response.headers);
    const cacheControl = headers.get("cache-control") ?? "";
    headers.set(
      "cache-control",
      response.status >= 500 ? "no-store" : withoutStale(cacheControl) || "no-cache",
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
      answer: new StoredAnswer(response.status, headers, body),
      cacheControl,
      tags: (headers.get("cache-tag") ?? "").split(",").map((tag) => tag.trim()),
      setsCookie: headers.has("set-cookie"),
    };
  }
}

export function isSafe(method: string | undefined): boolean {
  return method === "GET" || method === "HEAD";
}

export function conditionsOf(request: Request): Conditions {
  return {
    method: request.method,
    acceptEncoding: request.headers.get("accept-encoding") ?? undefined,
    ifNoneMatch: request.headers.get("if-none-match") ?? undefined,
  };
}

export function toResponse({ status, headers, body }: WireAnswer): Response {
  const collected = new Headers();
  for (let index = 0; index < headers.length; index += 2) {
    collected.append(headers[index] ?? "", headers[index + 1] ?? "");
  }
  return new Response(body && new Uint8Array(body), { status, headers: collected });
}

function answerWithAge(page: CachedPage, conditions: Conditions): WireAnswer | Promise<WireAnswer> {
  const answer = page.answer.answer(conditions);
  if (page.ageSeconds === 0) return answer;
  return answer instanceof Promise
    ? answer.then((made) => withAge(made, page.ageSeconds))
    : withAge(answer, page.ageSeconds);
}

function withAge(answer: WireAnswer, seconds: number): WireAnswer {
  return { ...answer, headers: [...answer.headers, "age", String(seconds)] };
}

function pathAndQuery(url: string): string {
  return url.slice(url.indexOf("/", url.indexOf("//") + 2));
}
