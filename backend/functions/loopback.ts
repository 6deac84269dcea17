/**
 * The backend's URL for functions: a local port that reaches it directly, independent of the host, proxy or
 * certificate of the shop's public URL.
 */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";

export interface Loopback {
  url: string;
  close(): Promise<void>;
}

export async function openLoopback(fetch: (request: Request) => Promise<Response>): Promise<Loopback> {
  const server = createServer(getRequestListener(fetch)).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${getPort(server)}`, close: () => closeServer(server) };
}

function getPort(server: Server): number {
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The server does not listen");
  return address.port;
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
