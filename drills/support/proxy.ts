/** A proxy between two sockets, for what a drill does to connections on their way. */
import { connect, createServer, type Socket } from "node:net";
import { waitForPort } from "#harness/wait-for-port.ts";

export interface Proxy {
  port: number;
  /** How many connections are open to it. */
  countOpen(): number;
  stop(): Promise<void>;
}

/** `handle` gets each connection, and may open one of its own to the server behind. */
export async function startProxy(handle: (client: Socket) => void): Promise<Proxy> {
  const clients = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (client) => {
    clients.add(client);
    client.on("error", () => {});
    client.once("close", () => clients.delete(client));
    handle(client);
  }).listen(0);
  const port = await waitForPort(server);
  return {
    port,
    countOpen: () => clients.size,
    stop: async () => {
      for (const client of clients) client.destroy();
      server.close();
    },
  };
}

/** A connection to the server behind, which ends with that of the client, and the other way round. */
export function connectBehind(client: Socket, port: number): Socket {
  const upstream = connect({ port, host: "localhost", allowHalfOpen: true });
  // The error of one end is told to the other by the close.
  upstream.on("error", () => {});
  upstream.once("close", () => client.destroy());
  client.once("close", () => upstream.destroy());
  return upstream;
}
