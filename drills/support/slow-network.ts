/** The network of one phone: slow, far away, with connections that are reset and moments without any. */
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { connectBehind, startProxy } from "./proxy.ts";

export interface SlowNetwork {
  port: number;
  /** How often connections were reset, and how often the network was cut. */
  counts: { resets: number; cuts: number };
  /** Ends every connection, and refuses new ones for some milliseconds. */
  cut(milliseconds: number): Promise<void>;
  stop(): Promise<void>;
}

interface Quality {
  bytesPerSecond: number;
  /** There and back. */
  roundTripMs: number;
  /** The part of the connections that is reset. */
  resets: number;
}

/** A connection that is reset lives at most so long. */
const MAX_LIFE_MS = 3_000;
/** How much is sent at a time, in milliseconds of the line. */
const SLICE_MS = 50;

export async function startSlowNetwork(port: number, quality: Quality): Promise<SlowNetwork> {
  const counts = { resets: 0, cuts: 0 };
  const clients = new Set<Socket>();
  let isCut = false;
  // All connections of the phone share one line for each direction.
  const lines = { up: createLine(quality), down: createLine(quality) };
  const proxy = await startProxy((client) => {
    if (isCut) return client.resetAndDestroy();
    clients.add(client);
    client.once("close", () => clients.delete(client));
    const upstream = connectBehind(client, port);
    lines.up(client, upstream);
    lines.down(upstream, client);
    if (Math.random() >= quality.resets) return;
    const timer = setTimeout(() => {
      counts.resets += 1;
      client.resetAndDestroy();
    }, Math.random() * MAX_LIFE_MS);
    client.once("close", () => clearTimeout(timer));
  });
  return {
    port: proxy.port,
    counts,
    cut: async (milliseconds) => {
      isCut = true;
      counts.cuts += 1;
      for (const client of clients) client.resetAndDestroy();
      await sleep(milliseconds);
      isCut = false;
    },
    stop: proxy.stop,
  };
}

/** Returns what carries the bytes of one socket to another, behind those of the other sockets of this line. */
function createLine({ bytesPerSecond, roundTripMs }: Quality): (from: Socket, to: Socket) => void {
  const sliceBytes = Math.ceil((bytesPerSecond * SLICE_MS) / 1000);
  let freeAt = 0;
  return (from, to) => {
    const carry = async (chunk: Buffer) => {
      for (let start = 0; start < chunk.length && !to.destroyed; start += sliceBytes) {
        const slice = chunk.subarray(start, start + sliceBytes);
        const now = performance.now();
        freeAt = Math.max(freeAt, now) + (slice.length * 1000) / bytesPerSecond;
        await sleep(freeAt - now);
        // The way takes as long for each slice, so that they arrive in order.
        setTimeout(() => to.destroyed || to.write(slice), roundTripMs / 2);
      }
    };
    from.on("data", (chunk: Buffer) => {
      from.pause();
      void carry(chunk).then(() => from.resume());
    });
    from.once("end", () => setTimeout(() => to.end(), roundTripMs / 2));
  };
}
