/** Subscriptions to the changes of tables, delivered to the subscribers that may see them. */
import type { Sql } from "#backend/core/database/database.ts";
import { getErrorCode, getErrorMessage } from "#backend/core/errors.ts";
import type { Logger } from "#backend/core/observability/log.ts";
import type { ChangesSettings } from "#backend/realtime/config.ts";
import type { Binding } from "#backend/realtime/join-payload.ts";
import { ChangeFeed, ChangeFeedError } from "./change-feed.ts";
import { Delivery } from "./delivery.ts";
import { type Filter, FilterError, measureFilter, parseFilter } from "./filter.ts";
import { validationStatement } from "./filter-matching.ts";
import { queryAs } from "./query-as.ts";
import type { ConnectReplication } from "./replication.ts";
import { listReadableColumns } from "./row-visibility.ts";
import { type Subscriber, type Subscription, Subscriptions } from "./subscriptions.ts";
import { listPublishedTables, type Table } from "./table.ts";

/** A rejected subscription; the message is meant for the client. */
export class SubscriptionError extends Error {
  override readonly name = "SubscriptionError";
}

export type NumberedBinding = Binding & { id: number };

export class PostgresChanges {
  readonly #sql: Sql;
  readonly #subscriptions = new Subscriptions();
  readonly #feed: ChangeFeed;
  readonly #releases = new Map<Subscriber, () => void>();
  #lastId = 0;

  /** `sql` may take the roles of tokens. */
  constructor(deps: { sql: Sql; connect: ConnectReplication; settings: ChangesSettings; log: Logger }) {
    const { sql, connect, settings, log } = deps;
    this.#sql = sql;
    const delivery = new Delivery({ sql, subscriptions: this.#subscriptions, log });
    this.#feed = new ChangeFeed({
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
   * Resolves when every later commit will be delivered. Rejects with a SubscriptionError when one of the
   * bindings is invalid: then none is subscribed.
   */
  async subscribe(subscriber: Subscriber, bindings: NumberedBinding[]): Promise<void> {
    const subscriptions: Subscription[] = [];
    for (const binding of bindings) subscriptions.push(await this.#check(subscriber, binding));
    const costs = subscriptions.map(({ filter }) => 1 + (filter ? measureFilter(filter) : 0));
    const release = subscriber.holdSubscriptions(costs.reduce((sum, cost) => sum + cost, 0));
    if (release === null) throw new SubscriptionError("Too many subscriptions");
    this.#releases.set(subscriber, release);
    try {
      await this.#feed.open();
    } catch (error) {
      this.#release(subscriber);
      if (error instanceof ChangeFeedError) throw new SubscriptionError(error.message);
      throw error;
    }
    if (subscriber.isOpen) this.#subscriptions.add(subscriber, subscriptions);
    else this.unsubscribe(subscriber);
  }

  unsubscribe(subscriber: Subscriber): void {
    this.#subscriptions.remove(subscriber);
    this.#release(subscriber);
    this.#closeFeedIfUnused();
  }

  #release(subscriber: Subscriber): void {
    this.#releases.get(subscriber)?.();
    this.#releases.delete(subscriber);
  }

  close(): Promise<void> {
    return this.#feed.close();
  }

  #closeFeedIfUnused(): void {
    if (this.#subscriptions.size === 0) this.#feed.closeWhenIdle();
  }

  async #check(subscriber: Subscriber, binding: NumberedBinding): Promise<Subscription> {
    const name = binding.table === undefined || binding.table === "*" ? null : binding.table;
    const tables = await listPublishedTables(this.#sql, binding.schema, name);
    const [table] = tables;
    const target = `${binding.schema}.${name ?? "*"}`;
    if (table === undefined) {
      throw new SubscriptionError(
        `Unable to subscribe to ${target}: it is not in publication supabase_realtime`,
      );
    }
    const subscription = {
      id: binding.id,
      subscriber,
      event: parseEvent(binding.event),
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
      const readable = await listReadableColumns(this.#sql, subscriber.auth, table);
      if (readable.size === 0) throw new FilterError("permission denied");
      for (const column of select ?? []) {
        if (!readable.has(column)) throw new FilterError(`invalid column for select ${column}`);
      }
      if (filter) await this.#checkFilter(filter, table, readable, subscriber);
      return { ...subscription, filter, select };
    } catch (error) {
      const isClientError = error instanceof FilterError || isDataError(error);
      if (!isClientError) throw error;
      throw new SubscriptionError(`Unable to subscribe to ${target}: ${getErrorMessage(error)}`);
    }
  }

  async #checkFilter(
    filter: Filter,
    table: Table,
    readable: Set<string>,
    { auth }: Subscriber,
  ): Promise<void> {
    const statements = filter.map((condition) => {
      const column = table.columns.find(({ name }) => name === condition.column);
      // The error must not reveal whether a column exists that the caller may not read.
      if (column === undefined || !readable.has(column.name)) {
        throw new FilterError(`invalid column for filter ${condition.column}`);
      }
      return validationStatement(condition, column);
    });
    await queryAs(this.#sql, auth, statements);
  }
}

function parseEvent(event: string): Subscription["event"] {
  const name = event.toUpperCase();
  return name === "INSERT" || name === "UPDATE" || name === "DELETE" ? name : "*";
}

/** Postgres's error classes for invalid values of a type, and for operators that do not exist. */
function isDataError(error: unknown): boolean {
  return /^(22|42)/.test(getErrorCode(error) ?? "");
}
