/** Answers Node's requests by a `fetch`, and sends the reason phrase of a response that has one of its own. */
import { getRequestListener, type Http2Bindings, type HttpBindings } from "@hono/node-server";

type FetchWithBindings = (request: Request, bindings: HttpBindings | Http2Bindings) => Promise<Response>;

export function createRequestListener(fetch: FetchWithBindings): ReturnType<typeof getRequestListener> {
  return getRequestListener(async (request, bindings) => {
    const response = await fetch(request, bindings);
    // The adapter drops it. Reading it costs time, and only errors have one. HTTP/2 has no place for it.
    if (!response.ok && bindings.incoming.httpVersionMajor < 2 && response.statusText) {
      bindings.outgoing.statusMessage = response.statusText;
    }
    return response;
  });
}
