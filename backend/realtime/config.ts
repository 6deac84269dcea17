/** The service's limits, and what holds when a deployment sets none. */
import type { BucketRule } from "../core/address-limits.ts";

export type LimitGroup = "connect" | "broadcast" | "rights";

export interface RealtimeSettings {
  /** Open sockets of one client address, and of the process. */
  socketsPerAddress: number;
  sockets: number;
  channelsPerSocket: number;
  /** Bindings to changes of one channel. */
  bindingsPerChannel: number;
  /** Messages and joins of one socket; a message counts once more for every 64 kB, a join for every binding. */
  messages: BucketRule;
  joins: BucketRule;
  /** Calls of one channel about who is present. */
  presence: BucketRule;
  /** Bytes of one message of a client. */
  messageBytes: number;
  /** Bytes that may wait for a client who does not read them. */
  unsentBytes: number;
  /** A client says something every 25 s: one that is silent for this long is gone. */
  silenceMs: number;
  /** How often silence and the expiry of tokens are looked for. */
  sweepMs: number;
  addressLimits: Record<LimitGroup, BucketRule>;
  changes: ChangesSettings;
}

export interface ChangesSettings {
  /** Changes that are judged together. */
  batch: number;
  /** Changes that may wait; past it Postgres is read no further until they are told. */
  waiting: number;
  /** Milliseconds the stream of changes stays open after its last subscriber has left. */
  lingerMs: number;
  /** Milliseconds between attempts to open the stream: the first, and at most. */
  retryMs: { first: number; most: number };
}

export const defaultSettings: RealtimeSettings = {
  // Behind one address of a mobile operator stand many.
  socketsPerAddress: 1_000,
  sockets: 10_000,
  channelsPerSocket: 100,
  bindingsPerChannel: 100,
  messages: { burst: 300, perSecond: 100 },
  joins: { burst: 300, perSecond: 50 },
  presence: { burst: 10, perSecond: 1 / 3 },
  messageBytes: 3_000_000,
  unsentBytes: 4_000_000,
  silenceMs: 60_000,
  sweepMs: 1_000,
  addressLimits: {
    connect: { burst: 1_000, perSecond: 50 },
    // A message each.
    broadcast: { burst: 1_000, perSecond: 100 },
    // Questions to the policies of private topics: the database answers few at a time.
    rights: { burst: 1_000, perSecond: 50 },
  },
  changes: {
    batch: 500,
    waiting: 2_000,
    lingerMs: 30_000,
    retryMs: { first: 250, most: 10_000 },
  },
};
