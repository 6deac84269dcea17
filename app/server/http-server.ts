/**
 * The listener with its limits, and its orderly end. Requests that come before the shop is ready wait for it: the
 * port is taken first, so that a second start is refused before it touches anything.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";

/** A client has this long to send its headers: slow ones must not hold connections. */
const HEADERS_TIMEOUT_MS = 10_000;
/** And this long for its whole request: photographs go up over mobile networks at 100 kB a second and less. */
const REQUEST_TIMEOUT_MS = 600_000;
/** Longer than the usual 60 s of a proxy in front, which must be the one that closes. */
const KEEP_ALIVE_MS = 65_000;
const IDLE_TIMEOUT_MS = 120_000;
const MAX_HEADER_BYTES = 32_768;

/** A start that follows a stop at once meets the old process's last moments. */
const PORT_RETRY_MS = 100;
const PORT_PATIENCE_MS = 3_000;

/** Requests in flight have this long to end when the shop stops. */
const STOP_PATIENCE_MS = 5_000;
const IDLE_POLL_MS = 50;

export interface HttpServer {
  server: Server;
  port: number;
  /** Hands over the requests that have waited, and all later ones. */
  open(listener: RequestListener): void;
  /** Hands over the requests for a socket that `matches` picks; any other is answered like one for a page. */
  openSockets(matches: (request: IncomingMessage) => boolean, listener: SocketListener): void;
  /** Takes no new requests, finishes those in flight, for a bounded time. */
  close(): Promise<void>;
}

type SocketListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Rejects with Node's own error when the address cannot be listened on. */
export async function listen(port: number, host: string): Promise<HttpServer> {
  const waiting: Parameters<RequestListener>[] = [];
  let current: RequestListener = (...pair) => waiting.push(pair);
  let isOpen = false;
  let isForSocket: (request: IncomingMessage) => boolean = () => false;
  /** Listeners for sockets that are our own; while developing, Vite adds one. */
  let ownSocketListeners = 0;
  const server: Server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: MAX_HEADER_BYTES,
      // Without this a page that is asked for with an offer of another protocol would get no answer.
      shouldUpgradeCallback: (request) =>
        isForSocket(request) || server.listenerCount("upgrade") > ownSocketListeners,
    },
    (request, response) => current(request, response),
  );
  server.timeout = IDLE_TIMEOUT_MS;
  await listenPatiently(server, port, host);
  const address = server.address();
  return {
    server,
    port: typeof address === "object" && address ? address.port : port,
    open(listener) {
      current = listener;
      isOpen = true;
      for (const pair of waiting.splice(0)) listener(...pair);
    },
    openSockets(matches, listener) {
      isForSocket = matches;
      ownSocketListeners = 1;
      server.on("upgrade", (request, socket, head) => {
        if (matches(request)) listener(request, socket, head);
      });
    },
    close: () => closeGently(server, isOpen ? STOP_PATIENCE_MS : 0),
  };
}

async function listenPatiently(server: Server, port: number, host: string): Promise<void> {
  const deadline = Date.now() + PORT_PATIENCE_MS;
  for (;;) {
    try {
      server.listen(port, host);
      await once(server, "listening");
      return;
    } catch (error) {
      const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
      if (!isTaken || Date.now() > deadline) throw error;
      await sleep(PORT_RETRY_MS);
    }
  }
}

async function closeGently(server: Server, patienceMs: number): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  // A connection is idle only when its last answer is out: the one that is busy now is looked at again.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_POLL_MS);
  const patience = setTimeout(() => server.closeAllConnections(), patienceMs);
  await closed;
  clearInterval(idle);
  clearTimeout(patience);
}
