/**
 * The replication stream: a temporary logical replication slot of this process, read through Postgres's own
 * `pgoutput`. The slot lives as long as its connection, so that a process that dies leaves no slot behind
 * that would retain the database's log.
 */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Sql } from "#backend/core/database/database.ts";
import { PUBLICATION } from "./table.ts";

/**
 * Creates a client of a single connection in replication mode. `onClose` is called when the connection
 * closes.
 */
export type ConnectReplication = (onClose: () => void) => Sql;

export interface ReplicationStream {
  /** While it is paused, Postgres waits. */
  pause(): void;
  resume(): void;
  close(): Promise<void>;
}

interface Handlers {
  /** A message of pgoutput. */
  onMessage(message: Buffer): void;
  /** Called once when the connection is lost: later changes are not received. */
  onLost(): void;
}

/** Postgres disconnects a reader after a minute of silence. */
const STATUS_INTERVAL_MS = 10_000;
const CLOSE_TIMEOUT_MS = 2_000;

const slotSchema = z.tuple([z.object({ consistent_point: z.string().regex(/^[0-9A-F]+\/[0-9A-F]+$/) })]);

/** Every commit after this has resolved is received. Rejects with Postgres's own errors. */
export async function openReplication(
  connect: ConnectReplication,
  { onMessage, onLost }: Handlers,
): Promise<ReplicationStream> {
  const slot = `realtime_${randomUUID().replaceAll("-", "")}`;
  let state: "opening" | "open" | "ended" = "opening";
  let status: NodeJS.Timeout | undefined;
  const lose = () => {
    clearInterval(status);
    if (state === "open") onLost();
    state = "ended";
    void sql.end({ timeout: 0 });
  };
  const sql = connect(lose);
  let stream: Duplex;
  try {
    const created = await sql.unsafe(
      `CREATE_REPLICATION_SLOT ${slot} TEMPORARY LOGICAL pgoutput NOEXPORT_SNAPSHOT`,
    );
    const [{ consistent_point }] = slotSchema.parse([...created]);
    const opened = await sql
      .unsafe(
        `START_REPLICATION SLOT ${slot} LOGICAL ${consistent_point} (proto_version '1', publication_names '${PUBLICATION}')`,
      )
      .writable();
    // The stream is a duplex, which the types of postgres.js do not say.
    if (!(opened instanceof Duplex)) throw new TypeError("postgres.js gave no stream to read from");
    stream = opened;
  } catch (error) {
    lose();
    throw error;
  }
  state = "open";

  let position: Buffer = Buffer.alloc(8);
  const report = () => {
    if (state === "open") stream.write(statusUpdate(position));
  };
  stream.on("error", lose);
  stream.on("close", () => state === "open" && lose());
  stream.on("data", (data: Buffer) => {
    // Both kinds of message begin with their kind, and contain the position in the log at different offsets.
    if (data[0] === XLOG_DATA) {
      position = data.subarray(9, 17);
      onMessage(data.subarray(25));
    } else if (data[0] === KEEPALIVE) {
      position = data.subarray(1, 9);
      if (data[17] === 1) report();
    }
  });
  status = setInterval(report, STATUS_INTERVAL_MS);

  return {
    pause: () => stream.pause(),
    resume: () => stream.resume(),
    close: async () => {
      if (state !== "open") return;
      state = "ended";
      clearInterval(status);
      // The slot is dropped before the connection ends, so that it is certainly gone when this resolves.
      const closed = endStream(stream).then(() => sql.unsafe(`DROP_REPLICATION_SLOT ${slot}`));
      await Promise.race([closed.catch(() => {}), sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
      await sql.end({ timeout: 1 });
    },
  };
}

const XLOG_DATA = "w".charCodeAt(0);
const KEEPALIVE = "k".charCodeAt(0);

/** Confirms all that was received: a slot that ends with its connection is never read again. */
function statusUpdate(position: Buffer): Buffer {
  const message = Buffer.alloc(34);
  message.write("r");
  for (const offset of [1, 9, 17]) position.copy(message, offset);
  message.writeBigInt64BE(BigInt(Date.now() - Date.UTC(2000, 0, 1)) * 1000n, 25);
  return message;
}

async function endStream(stream: Duplex): Promise<void> {
  stream.removeAllListeners("data");
  const ended = once(stream, "end");
  stream.resume();
  stream.end();
  await ended;
}
