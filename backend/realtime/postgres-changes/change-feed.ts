/**
 * The changes of the database in the order of their commits, in batches. The replication stream is open only
 * while there are subscribers: a shop whose admin is not in use pays nothing for it.
 */

import { setTimeout as sleep } from "node:timers/promises";
import {
  INSUFFICIENT_PRIVILEGE,
  OBJECT_NOT_IN_PREREQUISITE_STATE,
  UNDEFINED_OBJECT,
} from "#backend/core/database/sqlstates.ts";
import { getErrorCode, getErrorMessage } from "#backend/core/errors.ts";
import type { Logger } from "#backend/core/observability/log.ts";
import type { ChangesSettings } from "#backend/realtime/config.ts";
import { PgoutputReader, type RowChange } from "./pgoutput.ts";
import { type ConnectReplication, openReplication, type ReplicationStream } from "./replication.ts";

export interface Change extends RowChange {
  committedAt: Date;
  /** The transaction id. */
  transaction: number;
}

/** The database does not allow replication, so a retry is useless. The message says what is missing. */
export class ChangeFeedError extends Error {
  override readonly name = "ChangeFeedError";
}

interface ChangeFeedOptions {
  connect: ConnectReplication;
  settings: ChangesSettings;
  log: Logger;
  /** The next batch is delivered when this has resolved. */
  onChanges(changes: Change[]): Promise<void>;
  /** Changes were missed, or may have been. */
  onLost(): void;
}

/** SQLSTATEs that persist until the server's configuration or the role's privileges are changed. */
const PERMANENT_ERRORS: ReadonlyMap<string, string> = new Map([
  [INSUFFICIENT_PRIVILEGE, "the role that DATABASE_URL names may not replicate"],
  [OBJECT_NOT_IN_PREREQUISITE_STATE, "the server does not run with wal_level=logical"],
  [UNDEFINED_OBJECT, "the publication supabase_realtime does not exist"],
]);

export class ChangeFeed {
  readonly #options: ChangeFeedOptions;
  #stream: ReplicationStream | null = null;
  #opening: Promise<void> | null = null;
  #pending: Change[] = [];
  #delivering: Promise<void> | null = null;
  #idleTimer: NodeJS.Timeout | undefined;
  readonly #closed = new AbortController();

  constructor(options: ChangeFeedOptions) {
    this.#options = options;
  }

  /**
   * Resolves when every later commit will be delivered, however long that takes. Rejects with a
   * ChangeFeedError.
   */
  async open(): Promise<void> {
    clearTimeout(this.#idleTimer);
    if (this.#stream !== null) return;
    this.#opening ??= this.#openWithRetry().finally(() => {
      this.#opening = null;
    });
    await this.#opening;
  }

  /**
   * Called without subscribers. The stream stays open for a while: a user who leaves a page often opens
   * another.
   */
  closeWhenIdle(): void {
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => void this.#end(), this.#options.settings.idleCloseMs);
    this.#idleTimer.unref();
  }

  async close(): Promise<void> {
    this.#closed.abort();
    clearTimeout(this.#idleTimer);
    await this.#opening?.catch(() => {});
    await this.#end();
    await this.#delivering;
  }

  async #openWithRetry(): Promise<void> {
    const { retryMs, maxPending } = this.#options.settings;
    for (let wait = retryMs.first; ; wait = Math.min(wait * 2, retryMs.max)) {
      try {
        await this.#openOnce(maxPending);
        return;
      } catch (error) {
        const reason = PERMANENT_ERRORS.get(getErrorCode(error) ?? "");
        this.#options.log.warn({ error: getErrorMessage(error), reason }, "realtime cannot read the changes");
        if (reason) throw new ChangeFeedError(`Changes cannot be read: ${reason}`);
      }
      await sleep(wait, undefined, { signal: this.#closed.signal });
    }
  }

  async #openOnce(maxPending: number): Promise<void> {
    const reader = new PgoutputReader();
    let begin = { committedAt: new Date(), transaction: 0 };
    const stream = await openReplication(this.#options.connect, {
      onMessage: (data) => {
        const message = reader.read(data);
        if (message?.kind === "begin") begin = message;
        if (message?.kind !== "change") return;
        this.#pending.push({ ...message, committedAt: begin.committedAt, transaction: begin.transaction });
        if (this.#pending.length >= maxPending) this.#stream?.pause();
        this.#delivering ??= this.#deliver();
      },
      onLost: () => {
        this.#options.log.warn("the stream of changes was lost");
        this.#stream = null;
        this.#pending = [];
        this.#options.onLost();
      },
    });
    this.#stream = stream;
    if (this.#closed.signal.aborted) await this.#end();
  }

  async #deliver(): Promise<void> {
    // Changes of the same turn of the event loop are one batch.
    await new Promise(setImmediate);
    while (this.#pending.length > 0) {
      const batch = this.#pending.splice(0, this.#options.settings.batchSize);
      if (this.#pending.length === 0) this.#stream?.resume();
      try {
        await this.#options.onChanges(batch);
      } catch (error) {
        this.#options.log.error({ err: error }, "changes could not be delivered");
        this.#options.onLost();
      }
    }
    this.#delivering = null;
  }

  async #end(): Promise<void> {
    const stream = this.#stream;
    this.#stream = null;
    this.#pending = [];
    await stream?.close();
  }
}
