/**
 * Passes requests for the backend to it directly: it has limits of its own, and a router would cost time. Counts
 * what each client has begun to send, and leaves unread.
 */
import type { getRequestListener } from "@hono/node-server";
import { getClientIp } from "./core/client-ip.ts";
import { withCorsHeaders } from "./core/http/http.ts";
import { createRequestListener } from "./core/http/request-listener.ts";
import type { RequestTurns } from "./core/limits/request-turns.ts";
import { createUnfinishedLimit } from "./core/limits/unfinished-requests.ts";
import { createUnreadLimit } from "./core/limits/unread-responses.ts";
import { runWork } from "./core/observability/work-context.ts";
import type { Backend } from "./index.ts";

type Listener = ReturnType<typeof getRequestListener>;

/** @param identify gives each request its id */
export function createApiListener(
  backend: Pick<Backend, "fetch" | "limits">,
  trustProxy: boolean,
  turns: RequestTurns,
  identify: (listener: Listener) => Listener,
): Listener {
  const beginRequest = createUnfinishedLimit(backend.limits);
  const api = createRequestListener(async (request, { incoming, outgoing }) => {
    const ip = getClientIp(incoming, trustProxy);
    const finish = beginRequest(incoming, ip);
    if (!finish) {
      const response = Response.json({ message: "Too much is being sent" }, { status: 429 });
      response.headers.set("retry-after", "10");
      return withCorsHeaders(response);
    }
    outgoing.once("close", finish);
    return runWork({ takeTurn: () => turns.take(ip) }, () => backend.fetch(request, ip));
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
