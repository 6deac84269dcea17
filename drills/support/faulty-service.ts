/** A service that a shop depends on, behind a proxy that makes it fail in several ways. */
import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import { connectBehind, startProxy } from "./proxy.ts";

/** Each accepts the connection. `cut` ends it after some bytes, in the middle of what is being said. */
export type Fault = "hangs" | "answers garbage" | "is cut";

const MAX_BYTES_BEFORE_CUT = 2_000;

export interface FaultyService {
  port: number;
  /** Null works again. Connections that hang already are not told. */
  fail(fault: Fault | null): void;
  /** How many connections were given each fault. */
  faults: ReadonlyMap<Fault, number>;
  countOpen(): number;
  stop(): Promise<void>;
}

/** `port` is that of the service itself. */
export async function startFaultyService(port: number): Promise<FaultyService> {
  let current: Fault | null = null;
  const faults = new Map<Fault, number>();
  const working = new Set<Socket>();
  const proxy = await startProxy((client) => {
    if (current === null) {
      working.add(client);
      client.once("close", () => working.delete(client));
      client.pipe(connectBehind(client, port)).pipe(client);
      return;
    }
    faults.set(current, (faults.get(current) ?? 0) + 1);
    if (current === "hangs") client.resume().once("end", () => client.end());
    else if (current === "answers garbage") {
      client.once("data", () => client.resume()).once("end", () => client.end());
      client.write(randomBytes(500));
      // Whoever waits for a line gets one.
      client.write("\r\n\r\n");
    } else cutLater(client, connectBehind(client, port));
  });
  return {
    port: proxy.port,
    faults,
    countOpen: proxy.countOpen,
    fail: (fault) => {
      current = fault;
      // Those that worked fail too: a server that hangs does so in the middle.
      if (fault === null) return;
      for (const client of working) client.unpipe().resume();
    },
    stop: proxy.stop,
  };
}

function cutLater(client: Socket, upstream: Socket): void {
  let left = Math.ceil(Math.random() * MAX_BYTES_BEFORE_CUT);
  const forward = (to: Socket) => (chunk: Buffer) => {
    to.write(chunk.subarray(0, left));
    left -= chunk.length;
    if (left <= 0) client.destroy();
  };
  client.on("data", forward(upstream)).once("end", () => upstream.end());
  upstream.on("data", forward(client)).once("end", () => client.end());
}
