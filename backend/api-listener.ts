/**
 * Passes requests for the backend to it directly: it has limits of its own, and a router would cost time. Counts
 * what each client has begun to send, and leaves unread.
 */
import type { IncomingMessage } from "node:http";
import type { getRequestListener } from "@hono/node-server";
import { getClientIp } from "./core/client-ip.ts";
import { withCorsHeaders } from "./core/http/http.ts";
import { createRequestListener } from "./core/http/request-listener.ts";
import type { RequestTurns } from "./core/limits/request-turns.ts";
import { createUnfinishedLimit } from "./core/limits/unfinished-requests.ts";
import { createUnreadLimit } from "./core/limits/unread-responses.ts";
import { withRequestId } from "./core/observability/request-id.ts";
import { runWork } from "./core/observability/work-context.ts";
import type { Backend } from "./index.ts";

type Listener = ReturnType<typeof getRequestListener>;

const API_PATH = /^\/(?<service>auth|rest|storage|realtime|functions)\/v1(\/|\?|$)/;
const REALTIME_SOCKET_PATH = /^\/realtime\/v1\//;

/** The service that a path belongs to; undefined for one that is not the backend's. */
export function getApiService(path: string): string | undefined {
  return API_PATH.exec(path)?.groups?.service;
}

/** Whether a visitor, whom no token names, only reads: the first thing to be refused when too much arrives. */
export function isVisitorsRead({
  method,
  url,
  headers,
}: Pick<IncomingMessage, "method" | "url" | "headers">): boolean {
  const { authorization, apikey } = headers;
  return (
    (method === "GET" || method === "HEAD") &&
    getApiService(url ?? "") === "rest" &&
    (authorization === undefined || authorization === `Bearer ${apikey}`)
  );
}

export function isRealtimeUpgrade({ url, headers }: Pick<IncomingMessage, "url" | "headers">): boolean {
  return REALTIME_SOCKET_PATH.test(url ?? "") && /^websocket$/i.test(headers.upgrade ?? "");
}

export function createApiListener(
  backend: Pick<Backend, "fetch" | "limits">,
  trustProxy: boolean,
  turns: RequestTurns,
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
  const identified = withRequestId(trustProxy, api);
  return async (request, response) => {
    // Read now: the connection may be gone later.
    const ip = getClientIp(request, trustProxy);
    await identified(request, response);
    limitUnread(response, ip);
  };
}
