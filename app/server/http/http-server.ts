/**
 * The HTTP server with its limits and its graceful shutdown; with a certificate it speaks TLS, and HTTP/2 beside
 * HTTP/1.1. Requests that arrive before the shop is ready are queued for some seconds: the port is taken first, so
 * that a second start is rejected before it changes anything.
 */
import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";
import { createServer as createTlsServer, Server as TlsServer } from "node:https";
import {
  createServer as createNetServer,
  type ListenOptions,
  type Server as NetServer,
  type Socket,
} from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { SecureContextOptions } from "node:tls";
import { createHttp2Side, type Http2Side } from "./http2-server.ts";

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
/** The name or address of a site, with its port or without; not every one that looks so is one (`1.2.3.4.5`, `[:::]`). */
const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d*)?$/i;
/** A request may name its target by a whole address (RFC 9112, 3.2.2). */
const WHOLE_ADDRESS = /^https?:\/\/(?<site>[^/?#]*)\/?(?<rest>.*)$/i;
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

/** A start directly after a stop may find the old process still shutting down. */
const PORT_RETRY_MS = 100;
const PORT_RETRY_TIMEOUT_MS = 3_000;

/**
 * A socket accepts one connection in a turn of the event loop (libuv since 1.45): when each turn takes long, because much
 * is to be done, new visitors would wait for seconds, however few they are. Where the system spreads the connections of a
 * port over several sockets, as Linux does, so many accept as many in a turn.
 */
const ACCEPTORS = 15;
const MAY_SHARE_PORT = process.platform === "linux";

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
  /** Each with the timer of its end. */
  const queuedRequests = new Map<Parameters<RequestListener>, NodeJS.Timeout>();
  let current: RequestListener = (...pair) => {
    const refuse = () => {
      queuedRequests.delete(pair);
      refuseForNow(pair[1]);
    };
    if (queuedRequests.size >= MAX_QUEUED) refuse();
    else queuedRequests.set(pair, setTimeout(refuse, queueTimeoutMs));
  };
  let first: { matches: (request: HttpRequest) => boolean; listener: RequestListener } | null = null;
  let isOpen = false;
  const open = (matches: (request: HttpRequest) => boolean, listener: RequestListener) => {
    isOpen = true;
    for (const [pair, timer] of queuedRequests) {
      if (!matches(pair[0])) continue;
      clearTimeout(timer);
      queuedRequests.delete(pair);
      listener(...pair);
    }
  };
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
      (isUpgrade(request) && hasOneHost(request)) || server.listenerCount("upgrade") > ownUpgradeListeners,
  };
  const handle: RequestListener = (request, response) => {
    if (!hasOneHost(request)) return refuseHost(response);
    // The listeners know paths only.
    const rest = WHOLE_ADDRESS.exec(request.url ?? "")?.groups?.rest;
    if (rest !== undefined) request.url = `/${rest}`;
    if (first?.matches(request)) first.listener(request, response);
    else current(request, response);
  };
  const tls = certificate && openTls({ ...options, ...certificate }, handle);
  const server: Server | TlsServer = tls?.server ?? createServer(options, handle);
  server.timeout = IDLE_TIMEOUT_MS;
  await listenWithRetry(server, port, host);
  const address = server.address();
  const usedPort = typeof address === "object" && address ? address.port : port;
  const acceptors = MAY_SHARE_PORT ? await openAcceptors(server, usedPort, host) : [];
  return {
    server,
    port: usedPort,
    handleRequests(listener) {
      current = listener;
      open(() => true, listener);
    },
    handleFirst(matches, listener) {
      first = { matches, listener };
      open(matches, listener);
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

/**
 * A request that names two sites, or none by its characters, means one to a proxy and another to us: RFC 9112 (3.2) and
 * RFC 9113 (8.3.1) refuse it. Node refuses one without a name. A client of HTTP/2 names the site in `:authority`, and may
 * repeat it in `Host`; one of HTTP/1.1 may repeat it in the target.
 */
function hasOneHost({
  headers: { host, ":authority": authority },
  rawHeaders,
  url,
}: Pick<IncomingMessage, "headers" | "rawHeaders" | "url">): boolean {
  const name = host ?? authority;
  if (typeof name !== "string") return host === undefined;
  const names = rawHeaders.filter((header, index) => index % 2 === 0 && header.toLowerCase() === "host");
  return (
    names.length <= 1 &&
    (WHOLE_ADDRESS.exec(url ?? "")?.groups?.site ?? name) === name &&
    (authority === undefined || authority === name) &&
    HOST.test(name) &&
    URL.canParse(`http://${name}`)
  );
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

async function listenWithRetry(server: Server, port: number, host: string): Promise<void> {
  const deadline = performance.now() + PORT_RETRY_TIMEOUT_MS;
  for (;;) {
    try {
      await listenAt(server, { port, host });
      return;
    } catch (error) {
      const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
      if (!isTaken || performance.now() > deadline) throw error;
      await sleep(PORT_RETRY_MS);
    }
  }
}

async function listenAt(server: NetServer, options: ListenOptions): Promise<void> {
  server.listen(options);
  await once(server, "listening");
}

/**
 * Opens further sockets of the port, whose connections are the server's. The server has had the port alone until then,
 * because one that shares it from the beginning would share it with a second shop. Returns none where the system shares
 * no port.
 */
async function openAcceptors(server: Server | TlsServer, port: number, host: string): Promise<NetServer[]> {
  // As the servers of Node do: a client of HTTP may end its side and still wait for the response.
  const allowHalfOpen = !(server instanceof TlsServer);
  const acceptors = Array.from({ length: ACCEPTORS }, () =>
    createNetServer({ allowHalfOpen, noDelay: true }, (socket) => server.emit("connection", socket)),
  );
  const shared = { port, host, reusePort: true };
  server.close();
  await once(server, "close");
  try {
    await listenAt(server, shared);
    await Promise.all(acceptors.map((acceptor) => listenAt(acceptor, shared)));
    return acceptors;
  } catch {
    for (const acceptor of acceptors) acceptor.close();
    if (!server.listening) await listenAt(server, { port, host });
    return [];
  }
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
