/** The settings of the realtime service, and their defaults. Its rate limits are in core/limits/process-limits.ts. */

/** The rate limits count a message once more for every so many bytes. */
export const MESSAGE_UNIT_BYTES = 65_536;
/** The limit of all sockets of a client counts it once more for every so many, because each byte is parsed. */
export const CLIENT_UNIT_BYTES = 4_096;
/**
 * For each receiver a message counts once more for every so many characters, because they are copied for each: a message
 * of 2 MB to a hundred receivers holds everybody up for seconds.
 */
const RECEIVED_UNIT_LENGTH = 1_024;

/** What a message to so many members of a topic costs of the limit of receivers. It also goes to the database, hence one at least. */
export function getReceiverCost(members: number, length: number): number {
  return Math.max(1, members) * (1 + Math.floor(length / RECEIVED_UNIT_LENGTH));
}

export interface RealtimeSettings {
  /** Open sockets per process. */
  sockets: number;
  channelsPerSocket: number;
  /** Bindings to postgres_changes per channel. */
  bindingsPerChannel: number;
  /** The size limit of one message of a client. */
  maxMessageBytes: number;
  /** Bytes buffered for a client that does not read; past them it is disconnected. */
  maxBufferedBytes: number;
  /** Clients send a heartbeat every 25 s: a socket that is silent for this long is closed. */
  idleTimeoutMs: number;
  /** The interval of the checks for idle sockets and expired tokens. */
  checkIntervalMs: number;
  /** The interval of the checks for sessions that have ended. */
  sessionCheckIntervalMs: number;
  changes: ChangesSettings;
}

export interface ChangesSettings {
  /** Changes whose visibility is checked together. */
  batchSize: number;
  /** Changes that may be pending; past it the replication stream is paused until they are delivered. */
  maxPending: number;
  /** How long the replication stream stays open after its last subscriber has left. */
  idleCloseMs: number;
  /** The delay between attempts to open the stream: the first, and the longest. */
  retryMs: { first: number; max: number };
}

export const defaultSettings: RealtimeSettings = {
  sockets: 10_000,
  channelsPerSocket: 100,
  bindingsPerChannel: 100,
  maxMessageBytes: 3_000_000,
  maxBufferedBytes: 4_000_000,
  idleTimeoutMs: 60_000,
  checkIntervalMs: 1_000,
  sessionCheckIntervalMs: 30_000,
  changes: {
    batchSize: 500,
    maxPending: 2_000,
    idleCloseMs: 30_000,
    retryMs: { first: 250, max: 10_000 },
  },
};
