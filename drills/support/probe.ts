/** What a shop that was started with `probe.mjs` in its process holds, and its clock. */

import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";

export interface Held {
  /** Bytes of the heap after a collection. */
  heap: number;
  /** Open files and sockets. */
  files: number;
  /** What keeps the process awake, by its kind: timers, sockets, requests. */
  resources: Record<string, number>;
}

export interface Probe {
  /** For the process of the shop. */
  env: Record<string, string>;
  read(): Promise<Held>;
  /** Sets the clock of the shop so many milliseconds apart from that of its database. */
  setClock(milliseconds: number): void;
  stop(): Promise<void>;
}

export function createProbe(): Probe {
  const name = join(tmpdir(), `yaare-probe-${randomUUID().slice(0, 8)}`);
  const [clock, socketPath] = [`${name}.clock`, `${name}.sock`];
  const options = `${process.env.NODE_OPTIONS ?? ""} --import=${join(import.meta.dirname, "probe.mjs")}`;
  return {
    env: { NODE_OPTIONS: options.trim(), DRILL_CLOCK: clock, DRILL_SOCKET: socketPath },
    read: async () => {
      const answer = await new Promise<Parameters<typeof text>[0]>((resolve, reject) => {
        request({ socketPath }, resolve).once("error", reject).end();
      });
      return JSON.parse(await text(answer));
    },
    setClock: (milliseconds) => writeFileSync(clock, String(milliseconds)),
    stop: async () => {
      await Promise.all([rm(clock, { force: true }), rm(socketPath, { force: true })]);
    },
  };
}
