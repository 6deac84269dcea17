/**
 * Passes requests for the backend to it directly: it has limits of its own, and a router would cost time. Counts
 * what each client has open.
 */
import type { getRequestListener } from "@hono/node-server";
import { getClientIp } from "./core/client-ip.ts";
import { withCorsHeaders } from "./core/http.ts";
import { OpenCounts } from "./core/open-counts.ts";
import { createRequestListener } from "./core/request-listener.ts";
import { createUnfinishedLimit } from "./core/unfinished-requests.ts";
import { createUnreadLimit } from "./core/unread-responses.ts";
import type { Backend } from "./index.ts";

type Listener = ReturnType<typeof getRequestListener>;

/** @param identify gives each request its id */
export function createApiListener(
  backend: Pick<Backend, "fetch" | "limits">,
  trustProxy: boolean,
  identify: (listener: Listener) => Listener,
): Listener {
  const requests = new OpenCounts(backend.limits, "connections");
  /** The requests of each connection that are not answered yet. */
  const unanswered = new WeakMap<object, number>();
  const beginRequest = createUnfinishedLimit(backend.limits);
  const api = createRequestListener(async (request, { incoming, outgoing }) => {
    const ip = getClientIp(incoming, trustProxy);
    const { socket } = incoming;
    const others = unanswered.get(socket) ?? 0;
    unanswered.set(socket, others + 1);
    outgoing.once("close", () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    // A proxy's connections are everybody's, and one of HTTP/2 has many requests: those count as connections. So do
    // requests that a client sends before the earlier ones of its connection are answered.
    if (trustProxy || incoming.httpVersionMajor > 1 || others > 0) {
      const release = requests.take(ip);
      if (!release) return withCorsHeaders(createTooManyResponse("Too many connections"));
      outgoing.once("close", release);
    }
    const finish = beginRequest(incoming, ip);
    if (!finish) return withCorsHeaders(createTooManyResponse("Too much is being sent"));
    outgoing.once("close", finish);
    return backend.fetch(request, ip);
  });
  const limitUnread = createUnreadLimit(backend.limits);
  const identified = identify(api);
  return async (request, response) => {
    // Read now: the connection may be gone later.
    const ip = getClientIp(request, trustProxy);
    await identified(request, response);
    limitUnread(response, ip);
  };
}

function createTooManyResponse(message: string): Response {
  return Response.json({ message }, { status: 429, headers: { "retry-after": "10" } });
}
