/** The port of the HTTP server, with the sockets that accept its connections. */
import { once } from "node:events";
import type { Server } from "node:http";
import { Server as TlsServer } from "node:https";
import { createServer as createNetServer, type ListenOptions, type Server as NetServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** A start directly after a stop may find the old process still shutting down. */
const PORT_RETRY_MS = 100;
const PORT_RETRY_TIMEOUT_MS = 3_000;

/**
 * A socket accepts one connection in a turn of the event loop (libuv since 1.45): when each turn takes long, because much
 * is to be done, new visitors would wait for seconds, however few they are. Where the system spreads the connections of a
 * port over several sockets, as Linux does, so many accept as many in a turn.
 */
const ACCEPTORS = 127;
const MAY_SHARE_PORT = process.platform === "linux";

interface TakenPort {
  /** The one that the system chose, where 0 was asked for. */
  usedPort: number;
  /** Beside the server's own socket. */
  acceptors: readonly NetServer[];
}

/** Rejects with Node's own error when the server cannot listen on the address. */
export async function takePort(server: Server | TlsServer, port: number, host: string): Promise<TakenPort> {
  await listenWithRetry(server, port, host);
  const address = server.address();
  const usedPort = typeof address === "object" && address ? address.port : port;
  return { usedPort, acceptors: MAY_SHARE_PORT ? await openAcceptors(server, usedPort, host) : [] };
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
