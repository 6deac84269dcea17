import { createServer } from "node:net";
import { waitForPort } from "./wait-for-port.ts";

/** A port that nobody listens on now, for a server that is started again on the same one. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0);
  const port = await waitForPort(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
