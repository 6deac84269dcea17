/**
 * The changes of the database in the order of their commits, in batches. The stream is open only while someone
 * listens: a shop whose back office nobody looks at pays nothing for it.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { codeOf, messageOf } from "../../core/errors.ts";
import type { Logger } from "../../core/log.ts";
import type { ChangesSettings } from "../config.ts";
import { PgoutputReader, type RowChange } from "./pgoutput.ts";
import { type ConnectReplication, openReplication, type ReplicationStream } from "./replication.ts";

export interface Change extends RowChange {
  committedAt: Date;
  /** The number that Postgres gave to the transaction. */
  transaction: number;
}

/** The database does not allow it: to try again is of no use. Its message says what it lacks. */
export class FeedError extends Error {
  override readonly name = "FeedError";
}

interface FeedOptions {
  connect: ConnectReplication;
  settings: ChangesSettings;
  log: Logger;
  /** The next batch comes when this has resolved. */
  onChanges(changes: Change[]): Promise<void>;
  /** Changes were missed, or may have been. */
  onLost(): void;
}

/** SQLSTATEs that stay until someone changes the server's configuration or the role's rights. */
const HOPELESS = new Map([
  ["42501", "the role that DATABASE_URL names may not replicate"],
  ["55000", "the server does not run with wal_level=logical"],
  ["42704", "the publication supabase_realtime does not exist"],
]);

export class Feed {
  readonly #options: FeedOptions;
  #stream: ReplicationStream | null = null;
  #opening: Promise<void> | null = null;
  #waiting: Change[] = [];
  #telling: Promise<void> | null = null;
  #linger: NodeJS.Timeout | undefined;
  readonly #closed = new AbortController();

  constructor(options: FeedOptions) {
    this.#options = options;
  }

  /** Resolves when what is committed from now on will be told, however long that takes. Rejects with a FeedError. */
  async open(): Promise<void> {
    clearTimeout(this.#linger);
    if (this.#stream !== null) return;
    this.#opening ??= this.#openPatiently().finally(() => {
      this.#opening = null;
    });
    await this.#opening;
  }

  /** Nobody listens any more. The stream stays for a while: who leaves a page often opens another. */
  rest(): void {
    clearTimeout(this.#linger);
    this.#linger = setTimeout(() => void this.#end(), this.#options.settings.lingerMs);
    this.#linger.unref();
  }

  async close(): Promise<void> {
    this.#closed.abort();
    clearTimeout(this.#linger);
    await this.#opening?.catch(() => {});
    await this.#end();
    await this.#telling;
  }

  async #openPatiently(): Promise<void> {
    const { retryMs, ...others } = this.#options.settings;
    for (let wait = retryMs.first; ; wait = Math.min(wait * 2, retryMs.most)) {
      try {
        await this.#openOnce(others.waiting);
        return;
      } catch (error) {
        const reason = HOPELESS.get(codeOf(error) ?? "");
        this.#options.log.warn({ error: messageOf(error), reason }, "realtime cannot read the changes");
        if (reason) throw new FeedError(`Changes cannot be read: ${reason}`);
      }
      await sleep(wait, undefined, { signal: this.#closed.signal });
    }
  }

  async #openOnce(most: number): Promise<void> {
    const reader = new PgoutputReader();
    let begin = { committedAt: new Date(), transaction: 0 };
    const stream = await openReplication(this.#options.connect, {
      onMessage: (data) => {
        const message = reader.read(data);
        if (message?.kind === "begin") begin = message;
        if (message?.kind !== "change") return;
        this.#waiting.push({ ...message, committedAt: begin.committedAt, transaction: begin.transaction });
        if (this.#waiting.length >= most) this.#stream?.pause();
        this.#telling ??= this.#tell();
      },
      onLost: () => {
        this.#options.log.warn("the stream of changes was lost");
        this.#stream = null;
        this.#waiting = [];
        this.#options.onLost();
      },
    });
    this.#stream = stream;
    if (this.#closed.signal.aborted) await this.#end();
  }

  async #tell(): Promise<void> {
    // What comes in the same turn of the event loop is one batch.
    await new Promise(setImmediate);
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, this.#options.settings.batch);
      if (this.#waiting.length === 0) this.#stream?.resume();
      try {
        await this.#options.onChanges(batch);
      } catch (error) {
        this.#options.log.error({ err: error }, "changes could not be told");
        this.#options.onLost();
      }
    }
    this.#telling = null;
  }

  async #end(): Promise<void> {
    const stream = this.#stream;
    this.#stream = null;
    this.#waiting = [];
    await stream?.close();
  }
}
