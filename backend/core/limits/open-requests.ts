/**
 * Counts what each client has open: its connections, and its requests that are not answered yet, where its connections
 * do not tell how many there are.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";
import { getClientIp } from "#backend/core/client-ip.ts";
import { isOwnMachine } from "#backend/core/client-network.ts";
import { CORS_HEADERS } from "#backend/core/http/http.ts";
import type { Limits } from "./limits.ts";
import { OpenCounts } from "./open-counts.ts";

type Listener = (
  request: IncomingMessage | Http2ServerRequest,
  response: ServerResponse | Http2ServerResponse,
) => void;

/**
 * Returns the function that admits a connection by its address: a visitor with thousands of them, idle or slow, leaves
 * those of others. It returns the one to call at the connection's end; null for one too many. The sockets of realtime
 * are counted by realtime. A shop that is not told of its proxy sees everybody at its own machine's address, and must
 * go on selling.
 */
export function createConnectionLimit(limits: Limits): (address: string) => (() => void) | null {
  const connections = new OpenCounts(limits, "connections");
  return (address) => (isOwnMachine(address) ? () => {} : connections.take(address));
}

/**
 * Returns the function that limits a listener. A proxy's connections are everybody's, and one of HTTP/2 has many
 * requests: those count as connections. So do requests that a client sends before the earlier ones of its connection
 * are answered.
 */
export function createRequestLimit(limits: Limits, trustProxy: boolean): (listener: Listener) => Listener {
  const requests = new OpenCounts(limits, "connections");
  /** The requests of each connection that are not answered yet. */
  const unanswered = new WeakMap<object, number>();
  return (listener) => (request, response) => {
    const { socket } = request;
    const others = unanswered.get(socket) ?? 0;
    unanswered.set(socket, others + 1);
    response.once("close", () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    if (trustProxy || request.httpVersionMajor > 1 || others > 0) {
      const release = requests.take(getClientIp(request, trustProxy));
      if (!release) return refuseRequest(response);
      response.once("close", release);
    }
    listener(request, response);
  };
}

const TOO_MANY = JSON.stringify({ message: "Too many connections" });
/** In the form of PostgREST, whose clients meet it. */
const OVERLOADED = JSON.stringify({
  code: "PGRST003",
  details: "More requests arrive than can be served.",
  hint: null,
  message: "Timed out acquiring connection from connection pool.",
});

/** Of a client that has too many open. */
export function refuseRequest(response: ServerResponse | Http2ServerResponse): void {
  refuse(response, 429, 10, TOO_MANY);
}

/** At once, so that the others are served. */
export function refuseForOverload(response: ServerResponse | Http2ServerResponse): void {
  refuse(response, 503, 2, OVERLOADED);
}

function refuse(
  response: ServerResponse | Http2ServerResponse,
  status: number,
  retrySeconds: number,
  body: string,
): void {
  response.statusCode = status;
  const headers = {
    ...CORS_HEADERS,
    "content-type": "application/json",
    "retry-after": String(retrySeconds),
  };
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.end(body);
}
