/** Changes of tables, told to those who asked for them and may see them. */
import type { Sql } from "../../core/database.ts";
import { codeOf, messageOf } from "../../core/errors.ts";
import type { Logger } from "../../core/log.ts";
import type { ChangesSettings } from "../config.ts";
import type { Binding } from "../join-payload.ts";
import { askAs } from "./as-caller.ts";
import { Delivery } from "./delivery.ts";
import { Feed, FeedError } from "./feed.ts";
import { type Filter, FilterError, parseFilter } from "./filter.ts";
import { checkStatement } from "./matching.ts";
import type { ConnectReplication } from "./replication.ts";
import { type Subscriber, type Subscription, Subscriptions } from "./subscriptions.ts";
import { listPublished, type Table } from "./table.ts";
import { listReadable } from "./visibility.ts";

/** Why changes are not watched, fit for the client. */
export class SubscriptionError extends Error {
  override readonly name = "SubscriptionError";
}

export type NumberedBinding = Binding & { id: number };

export class PostgresChanges {
  readonly #sql: Sql;
  readonly #subscriptions = new Subscriptions();
  readonly #feed: Feed;
  #lastId = 0;

  /** `sql` may become the roles of tokens. */
  constructor(deps: { sql: Sql; connect: ConnectReplication; settings: ChangesSettings; log: Logger }) {
    const { sql, connect, settings, log } = deps;
    this.#sql = sql;
    const delivery = new Delivery({ sql, subscriptions: this.#subscriptions, log });
    this.#feed = new Feed({
      connect,
      settings,
      log,
      onChanges: (batch) => delivery.deliver(batch),
      onLost: () => {
        for (const subscriber of this.#subscriptions.subscribers) {
          subscriber.interrupt("Changes may have been missed");
        }
      },
    });
  }

  nextId(): number {
    return ++this.#lastId;
  }

  /**
   * Resolves when every change that is committed from now on will be told. Rejects with a SubscriptionError when one
   * of the bindings cannot be: then none is.
   */
  async subscribe(subscriber: Subscriber, bindings: NumberedBinding[]): Promise<void> {
    const subscriptions: Subscription[] = [];
    for (const binding of bindings) subscriptions.push(await this.#check(subscriber, binding));
    try {
      await this.#feed.open();
    } catch (error) {
      if (error instanceof FeedError) throw new SubscriptionError(error.message);
      throw error;
    }
    if (subscriber.isOpen) this.#subscriptions.add(subscriber, subscriptions);
    else this.#restIfUnused();
  }

  unsubscribe(subscriber: Subscriber): void {
    this.#subscriptions.remove(subscriber);
    this.#restIfUnused();
  }

  close(): Promise<void> {
    return this.#feed.close();
  }

  #restIfUnused(): void {
    if (this.#subscriptions.size === 0) this.#feed.rest();
  }

  async #check(subscriber: Subscriber, binding: NumberedBinding): Promise<Subscription> {
    const name = binding.table === undefined || binding.table === "*" ? null : binding.table;
    const tables = await listPublished(this.#sql, binding.schema, name);
    const [table] = tables;
    const what = `${binding.schema}.${name ?? "*"}`;
    if (table === undefined) {
      throw new SubscriptionError(
        `Unable to subscribe to ${what}: it is not in publication supabase_realtime`,
      );
    }
    const subscription = {
      id: binding.id,
      subscriber,
      event: eventOf(binding.event),
      schema: binding.schema,
      table: name,
      filter: null,
      select: null,
    };
    try {
      const filter = parseFilter(binding.filter ?? "");
      const select = binding.select?.length ? new Set(binding.select) : null;
      if (name === null) {
        if (filter) throw new FilterError("a filter needs a table");
        if (select) throw new FilterError("a selection of columns needs a table");
        return subscription;
      }
      const readable = await listReadable(this.#sql, subscriber.access, table);
      if (readable.size === 0) throw new FilterError("permission denied");
      for (const column of select ?? []) {
        if (!readable.has(column)) throw new FilterError(`invalid column for select ${column}`);
      }
      if (filter) await this.#checkFilter(filter, table, readable, subscriber);
      return { ...subscription, filter, select };
    } catch (error) {
      const isTheirs = error instanceof FilterError || isDataError(error);
      if (!isTheirs) throw error;
      throw new SubscriptionError(`Unable to subscribe to ${what}: ${messageOf(error)}`);
    }
  }

  async #checkFilter(
    filter: Filter,
    table: Table,
    readable: Set<string>,
    { access }: Subscriber,
  ): Promise<void> {
    const statements = filter.map((condition) => {
      const column = table.columns.find(({ name }) => name === condition.column);
      // Whether a column that may not be read exists is nobody's business.
      if (column === undefined || !readable.has(column.name)) {
        throw new FilterError(`invalid column for filter ${condition.column}`);
      }
      return checkStatement(condition, column);
    });
    await askAs(this.#sql, access, statements);
  }
}

function eventOf(event: string): Subscription["event"] {
  const name = event.toUpperCase();
  return name === "INSERT" || name === "UPDATE" || name === "DELETE" ? name : "*";
}

/** Postgres's classes for values that are none of their type, and for comparisons that do not exist. */
function isDataError(error: unknown): boolean {
  return /^(22|42)/.test(codeOf(error) ?? "");
}
