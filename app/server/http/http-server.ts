/**
 * The HTTP server with its limits and its graceful shutdown; with a certificate it speaks TLS, and HTTP/2 beside
 * HTTP/1.1. Requests that arrive before the shop is ready are queued for some seconds: the port is taken first, so
 * that a second start is rejected before it changes anything.
 */
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";
import { createServer as createTlsServer, type Server as TlsServer } from "node:https";
import type { Server as NetServer, Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { SecureContextOptions } from "node:tls";
import { createHttp2Side, type Http2Side } from "./http2-server.ts";
import { takePort } from "./port.ts";
import { findTarget } from "./request-target.ts";

/** A client has this long to send its headers: slow ones must not hold connections. */
const HEADERS_TIMEOUT_MS = 10_000;
/**
 * A client has this long to send its whole request: photos are uploaded over mobile networks at 100 kB a second and
 * less.
 */
const REQUEST_TIMEOUT_MS = 600_000;
/** Longer than the usual 60 s of a proxy in front, which must be the one that closes. */
const KEEP_ALIVE_MS = 65_000;
/** A connection on which no byte is sent in either direction is closed after this time. */
const IDLE_TIMEOUT_MS = 120_000;
const MAX_HEADER_BYTES = 32_768;
/** Those with forward secrecy and authenticated encryption, which phones of 2014 have: Node's own list has more. */
const CIPHERS = [
  ...["TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256"],
  ...["ECDHE-ECDSA-AES128-GCM-SHA256", "ECDHE-RSA-AES128-GCM-SHA256"],
  ...["ECDHE-ECDSA-AES256-GCM-SHA384", "ECDHE-RSA-AES256-GCM-SHA384"],
  ...["ECDHE-ECDSA-CHACHA20-POLY1305", "ECDHE-RSA-CHACHA20-POLY1305"],
].join(":");

/** A start that takes longer, such as one that recovers or migrates a large database, tells its visitors so. */
const QUEUE_TIMEOUT_MS = 5_000;
const MAX_QUEUED = 500;

/** What a connection is told that is not admitted. */
const TOO_MANY_CONNECTIONS = [
  "HTTP/1.1 429 Too Many Requests",
  "retry-after: 10",
  "content-length: 0",
  "connection: close",
  "",
  "",
].join("\r\n");

/** Requests in flight have this long to end when the shop stops. */
const SHUTDOWN_TIMEOUT_MS = 5_000;
const IDLE_POLL_MS = 50;

type HttpRequest = IncomingMessage | Http2ServerRequest;
type HttpResponse = ServerResponse | Http2ServerResponse;
export type RequestListener = (request: HttpRequest, response: HttpResponse) => void;

/** Writing the head and the body at once, as the responses of both protocols do. */
export interface WholeResponse {
  writeHead(status: number, headers: OutgoingHttpHeaders | string[]): unknown;
  end(body?: string | Uint8Array | null): unknown;
}

export interface HttpServer {
  server: Server;
  port: number;
  /** Passes the queued requests and all later ones to the listener, except those of `handleFirst`. */
  handleRequests(listener: RequestListener): void;
  /** Passes the requests that match, queued ones and all later ones, to the listener before others are handled. */
  handleFirst(matches: (request: HttpRequest) => boolean, listener: RequestListener): void;
  /**
   * Passes the upgrade requests that match to the listener; any other is handled like a request for a page.
   */
  handleUpgrades(matches: (request: IncomingMessage) => boolean, listener: UpgradeListener): void;
  /**
   * Asks `admit` for each new connection, by its address. It returns the function that is called at the end of the
   * connection, or when it is upgraded; or null, and the connection is closed.
   */
  handleConnections(admit: AdmitConnection): void;
  /** New connections get this certificate. */
  renewCertificate(certificate: SecureContextOptions): void;
  /** Accepts no new requests and finishes those in flight, for a limited time. */
  close(): Promise<void>;
}

interface HttpServerOptions {
  queueTimeoutMs?: number;
  /** The certificate and its key; without it the server speaks plain HTTP/1.1. */
  certificate?: SecureContextOptions | null;
}

type AdmitConnection = (address: string) => (() => void) | null;

type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Rejects with Node's own error when the server cannot listen on the address. */
export async function listen(
  port: number,
  host: string,
  { queueTimeoutMs = QUEUE_TIMEOUT_MS, certificate = null }: HttpServerOptions = {},
): Promise<HttpServer> {
  const held = holdRequests(queueTimeoutMs);
  let current = held.hold;
  let first: { matches: (request: HttpRequest) => boolean; listener: RequestListener } | null = null;
  let isOpen = false;
  let isUpgrade: (request: IncomingMessage) => boolean = () => false;
  /** The function to call at the end of each admitted connection, by its client. */
  const releases = new Map<string, () => void>();
  /** The number of our own upgrade listeners; in development Vite adds one. */
  let ownUpgradeListeners = 0;
  const options = {
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: 5_000,
    maxHeaderSize: MAX_HEADER_BYTES,
    // Without this a page request that offers another protocol would get no response.
    shouldUpgradeCallback: (request: IncomingMessage) =>
      (isUpgrade(request) && findTarget(request) !== null) ||
      server.listenerCount("upgrade") > ownUpgradeListeners,
  };
  const handle: RequestListener = (request, response) => {
    const target = findTarget(request);
    if (target === null) return refuseHost(response);
    // The listeners know paths only.
    request.url = target;
    if (first?.matches(request)) first.listener(request, response);
    else current(request, response);
  };
  const tls = certificate && openTls({ ...options, ...certificate }, handle);
  const server: Server | TlsServer = tls?.server ?? createServer(options, handle);
  server.timeout = IDLE_TIMEOUT_MS;
  const { usedPort, acceptors } = await takePort(server, port, host);
  return {
    server,
    port: usedPort,
    handleRequests(listener) {
      current = listener;
      isOpen = true;
      held.pass(() => true, listener);
    },
    handleFirst(matches, listener) {
      first = { matches, listener };
      isOpen = true;
      held.pass(matches, listener);
    },
    handleUpgrades(matches, listener) {
      isUpgrade = matches;
      ownUpgradeListeners = 1;
      server.on("upgrade", (request, socket, head) => {
        if (!matches(request)) return;
        releases.get(getClient(request.socket))?.();
        listener(request, socket, head);
      });
    },
    handleConnections(admit) {
      server.on("connection", (socket) => {
        const release = admit(socket.remoteAddress ?? "");
        if (!release) {
          if (tls) socket.destroy();
          else socket.end(TOO_MANY_CONNECTIONS, () => socket.destroy());
          return;
        }
        const client = getClient(socket);
        releases.set(client, release);
        socket.once("close", () => {
          releases.delete(client);
          release();
        });
      });
    },
    renewCertificate: (renewed) => tls?.server.setSecureContext(renewed),
    close: () => closeGracefully(server, acceptors, tls?.http2 ?? null, isOpen ? SHUTDOWN_TIMEOUT_MS : 0),
  };
}

/** Keeps the requests that nobody handles yet, each for a limited time. */
function holdRequests(timeoutMs: number) {
  /** Each with the timer of its end. */
  const held = new Map<Parameters<RequestListener>, NodeJS.Timeout>();
  const hold: RequestListener = (...pair) => {
    const refuse = () => {
      held.delete(pair);
      refuseForNow(pair[1]);
    };
    if (held.size >= MAX_QUEUED) refuse();
    else held.set(pair, setTimeout(refuse, timeoutMs));
  };
  /** Passes those that match to their listener. */
  function pass(matches: (request: HttpRequest) => boolean, listener: RequestListener): void {
    for (const [pair, timer] of held) {
      if (!matches(pair[0])) continue;
      clearTimeout(timer);
      held.delete(pair);
      listener(...pair);
    }
  }
  return { hold, pass };
}

/** The server of TLS connections; those that agree on HTTP/2 are passed on. */
function openTls(
  options: ServerOptions & SecureContextOptions,
  handle: RequestListener,
): { server: TlsServer; http2: Http2Side } {
  const http2 = createHttp2Side(
    {
      maxHeaderBytes: MAX_HEADER_BYTES,
      headersTimeoutMs: HEADERS_TIMEOUT_MS,
      requestTimeoutMs: REQUEST_TIMEOUT_MS,
      keepAliveMs: KEEP_ALIVE_MS,
      idleTimeoutMs: IDLE_TIMEOUT_MS,
    },
    handle,
  );
  const server = createTlsServer(
    {
      ...options,
      ALPNProtocols: ["h2", "http/1.1"],
      handshakeTimeout: HEADERS_TIMEOUT_MS,
      minVersion: "TLSv1.2",
      ciphers: CIPHERS,
      // A phone without hardware for AES chooses ChaCha20.
      honorCipherOrder: false,
    },
    handle,
  );
  const serveHttp1 = server.listeners("secureConnection");
  server.removeAllListeners("secureConnection");
  server.on("secureConnection", (socket) => {
    if (socket.alpnProtocol === "h2") http2.accept(socket);
    else for (const serve of serveHttp1) serve.call(server, socket);
  });
  return { server, http2 };
}

/** The same for an encrypted connection and the one that carries it. */
function getClient({ remoteAddress, remotePort }: Pick<Socket, "remoteAddress" | "remotePort">): string {
  return `${remoteAddress} ${remotePort}`;
}

function refuseHost(response: WholeResponse): void {
  response.writeHead(400, { "content-length": "0" });
  response.end();
}

function refuseForNow(response: WholeResponse): void {
  // Browsers follow `refresh`, which loads the page again; programs `retry-after`.
  response.writeHead(503, {
    "retry-after": "5",
    refresh: "5",
    "content-type": "text/plain; charset=utf-8",
  });
  response.end("La boutique démarre. Réessayez dans quelques secondes.\n");
}

async function closeGracefully(
  server: Server | TlsServer,
  acceptors: readonly NetServer[],
  http2: Http2Side | null,
  timeoutMs: number,
): Promise<void> {
  const closed = Promise.all(
    [server, ...acceptors].map((each) => new Promise((resolve) => each.close(resolve))),
  );
  http2?.close();
  // A connection becomes idle only after its last response: busy ones are checked again.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_POLL_MS);
  const timeout = setTimeout(() => {
    server.closeAllConnections();
    http2?.destroy();
  }, timeoutMs);
  await closed;
  clearInterval(idle);
  clearTimeout(timeout);
}
