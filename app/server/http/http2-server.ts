/**
 * The HTTP/2 side of the server, with the limits that the HTTP/1 side has for connections. It gets its connections
 * from there, once they are encrypted and have agreed on the protocol.
 */
import {
  constants,
  createServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
} from "node:http2";
import type { Duplex } from "node:stream";

/** Requests that a connection may have at once: what browsers ask for a page is well below. */
const MAX_STREAMS = 100;
/**
 * A client that cancels more requests than it may have at once, and more than 33 a second, loses its connection.
 * Cancelled ones cost as much to receive as others, and those that arrive together are received before anybody else's:
 * with Node's own thousand at once, sixteen connections that did so made everybody wait for a second.
 */
const CANCELLED = { streamResetBurst: MAX_STREAMS, streamResetRate: 33 };
/** For all requests of a connection together, in megabytes: their headers, and what is waiting to be sent. */
const MAX_SESSION_MEGABYTES = 10;
const MAX_SETTINGS = 16;
const MAX_INVALID_FRAMES = 100;
/** The interval of the checks for connections whose session has ended. */
const CHECK_MS = 5_000;

export interface Http2Limits {
  maxHeaderBytes: number;
  /** Until the first request. */
  headersTimeoutMs: number;
  /** For a whole request. */
  requestTimeoutMs: number;
  /** Between two requests. */
  keepAliveMs: number;
  /** Without a byte in either direction. */
  idleTimeoutMs: number;
}

export interface Http2Side {
  /** Takes an encrypted connection. */
  accept(socket: Duplex): void;
  /** Lets requests in flight finish, and accepts no others. */
  close(): void;
  destroy(): void;
}

export function createHttp2Side(
  limits: Http2Limits,
  listener: (request: Http2ServerRequest, response: Http2ServerResponse) => void,
): Http2Side {
  const sessions = new Map<ServerHttp2Session, Duplex>();
  const server = createServer(
    {
      settings: { maxConcurrentStreams: MAX_STREAMS, maxHeaderListSize: limits.maxHeaderBytes },
      maxSessionMemory: MAX_SESSION_MEGABYTES,
      maxSettings: MAX_SETTINGS,
      maxSessionInvalidFrames: MAX_INVALID_FRAMES,
      ...CANCELLED,
    },
    (request, response) => {
      limitRequest(request, limits);
      if (isTooLong(request, limits.maxHeaderBytes)) response.writeHead(431).end();
      else listener(request, response);
    },
  );
  // A silent connection is destroyed.
  server.setTimeout(limits.idleTimeoutMs);
  const ended = new WeakSet<ServerHttp2Session>();
  const check = setInterval(() => destroyEnded(sessions, ended), CHECK_MS);
  check.unref();
  return {
    accept: (socket) => {
      server.once("session", (session) => {
        sessions.set(session, socket);
        session.once("close", () => sessions.delete(session));
        closeUnused(session, limits);
      });
      server.emit("connection", socket);
    },
    close: () => {
      for (const session of sessions.keys()) session.close();
    },
    destroy: () => {
      clearInterval(check);
      for (const [session, socket] of sessions) {
        session.destroy();
        socket.destroy();
      }
    },
  };
}

/**
 * A session that ended waits until what it was sending is sent. Where a client reads nothing, breaks the protocol and
 * leaves, Node waits for ever: the connection is destroyed at the second check.
 */
function destroyEnded(
  sessions: ReadonlyMap<ServerHttp2Session, Duplex>,
  ended: WeakSet<ServerHttp2Session>,
): void {
  for (const [session, socket] of sessions) {
    if (!session.destroyed) continue;
    if (ended.has(session)) socket.destroy();
    else ended.add(session);
  }
}

/** A client that asks for nothing must not hold a connection, however many other frames it sends. */
function closeUnused(session: ServerHttp2Session, limits: Http2Limits): void {
  let open = 0;
  let timer = setTimeout(() => session.destroy(), limits.headersTimeoutMs);
  session.on("stream", (stream) => {
    open += 1;
    clearTimeout(timer);
    stream.once("close", () => {
      open -= 1;
      if (open === 0 && !session.closed) timer = setTimeout(() => session.close(), limits.keepAliveMs);
    });
  });
  session.once("close", () => clearTimeout(timer));
}

/** Clients are told how long their headers may be, but Node takes longer ones from those who do not care. */
function isTooLong({ rawHeaders }: Http2ServerRequest, maximum: number): boolean {
  return rawHeaders.reduce((length, part) => length + part.length, 0) > maximum;
}

/** A request that comes too slowly, or whose response is not read, ends; the others of its connection go on. */
function limitRequest({ stream }: Http2ServerRequest, limits: Http2Limits): void {
  const cancel = () => stream.close(constants.NGHTTP2_CANCEL);
  stream.setTimeout(limits.idleTimeoutMs, cancel);
  if (stream.endAfterHeaders) return;
  const timer = setTimeout(cancel, limits.requestTimeoutMs);
  stream.once("end", () => clearTimeout(timer));
  stream.once("close", () => clearTimeout(timer));
}
