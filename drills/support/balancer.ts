/**
 * A load balancer as docs/operations.md asks for: each connection goes to the next copy that `/readyz` says is ready, and
 * the connections of a copy that is not ready any more are closed.
 */
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { connectBehind, startProxy } from "./proxy.ts";

const CHECK_INTERVAL_MS = 500;
const CHECK_TIMEOUT_MS = 1_000;

interface Copy {
  port: number;
  isReady: boolean;
  readonly sockets: Set<Socket>;
}

export interface Balancer {
  port: number;
  stop(): Promise<void>;
}

export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const copies = ports.map((port): Copy => ({ port, isReady: true, sockets: new Set() }));
  const stopping = new AbortController();
  let turn = 0;
  const proxy = await startProxy((client) => {
    const ready = copies.filter(({ isReady }) => isReady);
    const choice = ready.length > 0 ? ready : copies;
    const copy = choice[turn++ % choice.length];
    if (copy === undefined) return client.destroy();
    copy.sockets.add(client);
    client.once("close", () => copy.sockets.delete(client));
    client.pipe(connectBehind(client, copy.port)).pipe(client);
  });
  const checking = Promise.all(copies.map((copy) => keepChecking(copy, stopping.signal)));
  return {
    port: proxy.port,
    stop: async () => {
      stopping.abort();
      await checking;
      await proxy.stop();
    },
  };
}

async function keepChecking(copy: Copy, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    copy.isReady = await fetch(`http://localhost:${copy.port}/readyz`, {
      signal: AbortSignal.timeout(CHECK_TIMEOUT_MS),
    }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (!copy.isReady) for (const socket of copy.sockets) socket.destroy();
    await sleep(CHECK_INTERVAL_MS, undefined, { signal }).catch(() => {});
  }
}
