/** For servers that are started on a free port. */
import { once } from "node:events";
import type { Server } from "node:net";

/** Waits until the server listens; returns its port. */
export async function waitForPort(server: Server): Promise<number> {
  if (!server.listening) await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the server has no port");
  return address.port;
}
