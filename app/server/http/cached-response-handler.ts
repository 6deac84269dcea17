/**
 * Writes cached responses directly to the connection, before any Request, Response or router is created: a
 * cached page costs a map look-up and one write. All other requests take the usual path.
 */
import { isSafeMethod, type PageRenderer } from "#app/server/page-renderer.ts";
import type { CachedResponse, RawResponse } from "./cached-response.ts";
import type { RequestListener, WholeResponse } from "./http-server.ts";

/** Longer than any URL that the shop or a Supabase client creates. */
const MAX_URL_LENGTH = 16_384;

type HttpRequest = Parameters<RequestListener>[0];

export interface CachedResponseHandlerOptions {
  files: ReadonlyMap<string, CachedResponse>;
  pages: PageRenderer;
  /** Handles all other requests. */
  next: RequestListener;
}

export function createCachedResponseHandler({
  files,
  pages,
  next,
}: CachedResponseHandlerOptions): RequestListener {
  return (request, response) => {
    const url = request.url ?? "/";
    if (url.length > MAX_URL_LENGTH) return refuse(response, 414);
    // The Fetch standard has no request with this method, so that nothing behind could answer it.
    if (request.method === "TRACE") return refuse(response, 405);
    const cached = isSafeMethod(request.method) ? findCachedResponse(url, request, files, pages) : null;
    if (cached === null) next(request, response);
    else if (cached instanceof Promise) {
      cached.then(
        (raw) => writeResponse(response, raw),
        () => next(request, response),
      );
    } else writeResponse(response, cached);
  };
}

function findCachedResponse(
  url: string,
  { headers, method }: HttpRequest,
  files: ReadonlyMap<string, CachedResponse>,
  pages: PageRenderer,
): RawResponse | Promise<RawResponse> | null {
  const conditions = {
    method,
    acceptEncoding: headers["accept-encoding"],
    ifNoneMatch: headers["if-none-match"],
  };
  const file = files.get(url);
  if (file) return file.respond(conditions);
  return headers.authorization === undefined ? pages.getCached(url, conditions) : null;
}

function refuse(response: WholeResponse, status: number): void {
  writeResponse(response, { status, headers: ["content-length", "0"], body: null });
}

function writeResponse(response: WholeResponse, { status, headers, body }: RawResponse): void {
  response.writeHead(status, [...headers]);
  response.end(body);
}
