/** Listens where a bare server is looked for, and prints the address. */
import { createServer, type RequestListener } from "node:http";

export function serve(listener: RequestListener): void {
  const server = createServer(listener).listen(Number(process.env.PORT), () => {
    const address = server.address();
    if (typeof address === "object" && address) console.log(`http://localhost:${address.port}`);
  });
}
