/**
 * The backend's own address for functions, which know it only as a URL: a port of this machine that leads to it
 * directly, whatever host, proxy or certificate the shop's public address has.
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
  return { url: `http://127.0.0.1:${portOf(server)}`, close: () => closed(server) };
}

function portOf(server: Server): number {
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The server does not listen");
  return address.port;
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
