/**
 * A relay in front of the tests' Postgres that can lose what its connections carry, like a silent network cut or
 * a server that has stopped. Stopping a process of the cluster itself would stop other tests with it: creating
 * and dropping databases waits for every process.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseTarget } from "#backend/core/database/database.ts";

export interface DatabaseRelay {
  target: DatabaseTarget;
  /** From now on the open connections carry nothing; new ones do. */
  cut(): void;
  close(): Promise<void>;
}

export async function openDatabaseRelay(target: DatabaseTarget): Promise<DatabaseRelay> {
  if (target.kind !== "embedded") throw new Error("The relay is for the tests' own Postgres");
  const socketName = `.s.PGSQL.${target.port}`;
  const socketDir = await mkdtemp(join(tmpdir(), "yaare-relay-"));
  const connections = new Set<[client: Socket, server: Socket]>();
  const relay = createServer((client) => {
    const server = connect(join(target.socketDir, socketName));
    const connection: [Socket, Socket] = [client, server];
    connections.add(connection);
    client.pipe(server);
    server.pipe(client);
    for (const socket of connection) {
      // An error is followed by the close.
      socket.on("error", () => {});
      socket.on("close", () => {
        connections.delete(connection);
        client.destroy();
        server.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => relay.listen(join(socketDir, socketName), resolve));
  return {
    target: { ...target, socketDir },
    cut() {
      for (const [client, server] of connections) {
        client.unpipe(server).resume();
        server.unpipe(client).resume();
      }
    },
    async close() {
      const closed = new Promise((resolve) => relay.close(resolve));
      for (const [client] of connections) client.destroy();
      await closed;
      await rm(socketDir, { recursive: true, force: true });
    },
  };
}
