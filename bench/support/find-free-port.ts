import { createServer } from "node:net";

/** A port that nobody listens on now, for a server that is started again on the same one. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().listen(0, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
    server.once("error", reject);
  });
}
