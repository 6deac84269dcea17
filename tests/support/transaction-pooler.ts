/**
 * A minimal pooler in front of a Postgres on a Unix socket, like PgBouncer: in transaction mode a client has a
 * connection to the server only until its transaction ends, in session mode until it disconnects. It takes
 * every client without a password and without TLS.
 */
import { connect, createServer, type Socket } from "node:net";
import { waitForPort } from "#harness/wait-for-port.ts";

const SSL_REQUEST = 80_877_103;

interface ServerConnection {
  socket: Socket;
  /** What the server sent before it was ready for the first query. */
  greeting: Buffer;
  client: Socket | null;
  /** The number of queries and Syncs that the server has not responded to yet. */
  pending: number;
}

export interface Pooler {
  port: number;
  close(): Promise<void>;
}

/** The idle connection that a client gets: the one used last, as PgBouncer does by default, or each in turn. */
export type PoolOrder = "last used" | "round robin";

export async function startPooler(
  socketPath: string,
  mode: "transaction" | "session",
  order: PoolOrder = "last used",
): Promise<Pooler> {
  const sockets = new Set<Socket>();
  /** The connections of no client, the one released last at the end. */
  const idle: ServerConnection[] = [];

  function release(server: ServerConnection): void {
    server.client = null;
    idle.push(server);
  }

  async function openServerConnection(startup: Buffer): Promise<ServerConnection> {
    const socket = connect(socketPath);
    sockets.add(socket);
    socket.on("error", () => {}).write(startup);
    const greeting = await new Promise<Buffer>((resolve) => {
      const messages: Buffer[] = [];
      const read = createReader((type, message) => {
        messages.push(message);
        if (type === "Z") resolve(Buffer.concat(messages));
      });
      socket.on("data", read);
    });
    socket.removeAllListeners("data");
    const server: ServerConnection = { socket, greeting, client: null, pending: 0 };
    const read = createReader((type, message) => {
      server.client?.write(message);
      if (type === "Z") server.pending--;
      const isTransactionOver = type === "Z" && message.toString("latin1", 5) === "I";
      if (mode === "transaction" && isTransactionOver && server.pending === 0) release(server);
    });
    socket.on("data", read);
    return server;
  }

  const listener = createServer((client) => {
    sockets.add(client);
    let startup: Buffer | null = null;
    let server: ServerConnection | null = null;
    /** One message after the other, though a connection may have to be opened first. */
    let queue = Promise.resolve();

    async function acquire(startupMessage: Buffer): Promise<ServerConnection> {
      if (server?.client === client) return server;
      server =
        (order === "last used" ? idle.pop() : idle.shift()) ?? (await openServerConnection(startupMessage));
      server.client = client;
      return server;
    }

    async function start(message: Buffer): Promise<void> {
      startup = message;
      const acquired = await acquire(message);
      client.write(withOtherKey(acquired.greeting));
      if (mode === "transaction") release(acquired);
    }

    async function forward(type: string, message: Buffer, startupMessage: Buffer): Promise<void> {
      if (type === "X") return;
      const acquired = await acquire(startupMessage);
      if (type === "Q" || type === "S") acquired.pending++;
      acquired.socket.write(message);
    }

    const read = createReader((type, message) => {
      const startupMessage = startup;
      if (startupMessage !== null) queue = queue.then(() => forward(type, message, startupMessage));
    });
    client.on("data", (data) => {
      const bytes = Buffer.from(data);
      if (startup !== null) read(bytes);
      else if (bytes.readInt32BE(4) === SSL_REQUEST) client.write("N");
      else {
        startup = bytes;
        queue = queue.then(() => start(bytes));
      }
    });
    client.on("error", () => {});
    client.on("close", () => {
      if (server?.client === client) release(server);
    });
  }).listen(0, "127.0.0.1");

  return {
    port: await waitForPort(listener),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}

/** Splits a stream into messages; each is passed with the letter of its type. */
function createReader(onMessage: (type: string, message: Buffer) => void): (data: Uint8Array) => void {
  let rest = Buffer.alloc(0);
  return (data) => {
    rest = Buffer.concat([rest, data]);
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const length = 1 + rest.readInt32BE(1);
      onMessage(rest.toString("latin1", 0, 1), rest.subarray(0, length));
      rest = rest.subarray(length);
    }
  };
}

/** A pooler has keys of its own, by which it cancels queries of its clients. */
function withOtherKey(greeting: Buffer): Buffer {
  const bytes = Buffer.from(greeting);
  const read = createReader((type, message) => {
    if (type === "K") message.writeInt32BE(message.readInt32BE(5) + 1, 5);
  });
  read(bytes);
  return bytes;
}
