/**
 * Receives what the application's triggers notify about its cached pages, on a connection of its own, in whatever
 * process the change was made.
 *
 * Notifications arrive on another connection than the response to the write that caused them. Postgres sends those
 * of a committed transaction before it completes a later statement of the listening connection: an empty statement
 * on it, after a write, therefore ends when the write's notifications have been handled (`received`).
 */
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Sql } from "./core/database/database.ts";
import { coalesce } from "./core/timing/coalesce.ts";
import { startDeadline } from "./core/timing/deadline.ts";

const CHANNEL = "page_changes";

/** An empty statement shows every so often that the connection still delivers. */
const CHECK_INTERVAL_MS = 10_000;
/** A connection that does not complete a statement in this time counts as lost. */
const STATEMENT_TIMEOUT_MS = 5_000;
const RECONNECT_DELAY_MS = 1_000;
/** A page waits no longer than this for the notifications of earlier writes. */
const RECEIVE_TIMEOUT_MS = 1_000;

const changeSchema = z.object({ wrong: z.array(z.string()), old: z.array(z.string()) });

/** Tags of pages: `wrong` ones must not be served any more, `old` ones only for a moment. */
export type PageChange = z.infer<typeof changeSchema>;

/** Called with null when changes may have been missed. */
export type PageChangeListener = (change: PageChange | null) => void;

/** Connects one connection that stays open and passes its notifications to `onNotify`. */
export type ConnectListener = (on: {
  onNotify: (channel: string, payload: string) => void;
  onClose: () => void;
}) => Sql;

export class PageChanges {
  readonly #connect: ConnectListener;
  readonly #listeners = new Set<PageChangeListener>();
  readonly #closing = new AbortController();
  #connection = Promise.withResolvers<Sql>();
  #pending: Promise<void> | null = null;
  #listening: Promise<void> = Promise.resolve();

  constructor(connect: ConnectListener) {
    this.#connect = connect;
  }

  /** Resolves once the notifications are received. Rejects without a database. */
  async open(): Promise<void> {
    const first = await this.#listen();
    this.#listening = this.#keepListening(first);
  }

  onChange(listener: PageChangeListener): void {
    this.#listeners.add(listener);
  }

  /** To be called after a committed write that may have changed pages. */
  expect(): void {
    const received = this.#receive().finally(() => {
      if (this.#pending === received) this.#pending = null;
    });
    this.#pending = received;
  }

  /** Resolves when the changes of all expected writes are received, or after a second; null when they are. */
  get received(): Promise<void> | null {
    return this.#pending;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#listening;
  }

  readonly #receive = coalesce(async () => {
    const completed = this.#connection.promise.then(complete);
    // A connection that fails is opened again, and then everything counts as changed.
    await withTimeout(completed, RECEIVE_TIMEOUT_MS).catch(() => {});
  });

  async #listen(): Promise<ListeningConnection> {
    const lost = new AbortController();
    const sql = this.#connect({
      onNotify: (channel, payload) => channel === CHANNEL && this.#notify(parseChange(payload)),
      onClose: () => lost.abort(),
    });
    try {
      await withTimeout(sql.unsafe(`listen ${CHANNEL}`), STATEMENT_TIMEOUT_MS);
    } catch (error) {
      await sql.end({ timeout: 0 });
      throw error;
    }
    // Changes may have been missed before.
    this.#notify(null);
    this.#connection.resolve(sql);
    return { sql, lost: lost.signal };
  }

  async #keepListening(first: ListeningConnection): Promise<void> {
    let current: ListeningConnection | null = first;
    while (!this.#closing.signal.aborted) {
      if (current) {
        await this.#waitUntilLost(current);
        this.#connection = Promise.withResolvers();
        await current.sql.end({ timeout: 0 });
      } else await sleep(RECONNECT_DELAY_MS, undefined, { signal: this.#closing.signal }).catch(() => {});
      if (!this.#closing.signal.aborted) current = await this.#listen().catch(() => null);
    }
    await current?.sql.end({ timeout: 0 });
  }

  async #waitUntilLost({ sql, lost }: ListeningConnection): Promise<void> {
    const signal = AbortSignal.any([lost, this.#closing.signal]);
    try {
      for (;;) {
        await sleep(CHECK_INTERVAL_MS, undefined, { signal });
        await withTimeout(complete(sql), STATEMENT_TIMEOUT_MS);
      }
    } catch {
      // Closed, failed, silent, or no longer needed.
    }
  }

  #notify(change: PageChange | null): void {
    for (const listener of this.#listeners) listener(change);
  }
}

interface ListeningConnection {
  sql: Sql;
  lost: AbortSignal;
}

/** In the simple protocol a statement ends when the server is ready for the next one, after its notifications. */
async function complete(sql: Sql): Promise<void> {
  await sql.unsafe("select");
}

/** Null for a message that cannot be read. */
function parseChange(payload: string): PageChange | null {
  try {
    return changeSchema.parse(JSON.parse(payload));
  } catch {
    return null;
  }
}

function withTimeout(work: Promise<unknown>, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancelDeadline = startDeadline(timeoutMs, () =>
      reject(new Error(`The database did not respond for ${timeoutMs} ms`)),
    );
    work.then(() => resolve(), reject).finally(cancelDeadline);
  });
}
