/** Starts a baseline server on the port of the environment, and prints its URL. */
import { createServer, type RequestListener } from "node:http";

export function serve(listener: RequestListener): void {
  const server = createServer(listener).listen(Number(process.env.PORT), () => {
    const address = server.address();
    if (typeof address === "object" && address) console.log(`http://localhost:${address.port}`);
  });
}
