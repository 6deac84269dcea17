/** The registry of subscriptions, by table and by subscriber. */
import type { AuthContext } from "#backend/realtime/auth-context.ts";
import type { Filter } from "./filter.ts";

/** The receiver of changes: a channel. */
export interface Subscriber {
  /** The identity of the token; another object after the client has refreshed its token. */
  readonly auth: AuthContext;
  readonly isOpen: boolean;
  /**
   * Counts subscriptions, and the comparisons of their filters, for the client's address and network. Returns the
   * function to call at their end; null when they are more than the client may have.
   */
  holdSubscriptions(cost: number): (() => void) | null;
  /** `change` is the JSON of one change, `ids` the subscriptions that it matches. */
  receiveChange(ids: number[], change: string): void;
  /** Changes were missed: the client should join again and reload its data. */
  interrupt(message: string): void;
}

export interface Subscription {
  /** Never 0, which the client takes for no id. */
  id: number;
  subscriber: Subscriber;
  event: "*" | "INSERT" | "UPDATE" | "DELETE";
  schema: string;
  /** Null: every table of the schema. */
  table: string | null;
  filter: Filter | null;
  /** Null: every readable column. The key is always sent. */
  select: Set<string> | null;
}

export class Subscriptions {
  readonly #bySubscriber = new Map<Subscriber, Subscription[]>();
  readonly #byTable = new Map<string, Set<Subscription>>();

  get size(): number {
    return this.#bySubscriber.size;
  }

  get subscribers(): Subscriber[] {
    return [...this.#bySubscriber.keys()];
  }

  add(subscriber: Subscriber, subscriptions: Subscription[]): void {
    this.#bySubscriber.set(subscriber, subscriptions);
    for (const subscription of subscriptions) {
      const key = keyOf(subscription.schema, subscription.table);
      this.#byTable.set(key, (this.#byTable.get(key) ?? new Set()).add(subscription));
    }
  }

  remove(subscriber: Subscriber): void {
    for (const subscription of this.#bySubscriber.get(subscriber) ?? []) {
      const key = keyOf(subscription.schema, subscription.table);
      const others = this.#byTable.get(key);
      others?.delete(subscription);
      if (others?.size === 0) this.#byTable.delete(key);
    }
    this.#bySubscriber.delete(subscriber);
  }

  /** The subscriptions to this table, to all tables of its schema, and to all tables of all schemas. */
  forTable(schema: string, table: string): Subscription[] {
    const keys = [keyOf(schema, table), keyOf(schema, null), keyOf("*", null)];
    return keys.flatMap((key) => [...(this.#byTable.get(key) ?? [])]);
  }
}

function keyOf(schema: string, table: string | null): string {
  return JSON.stringify([schema, table]);
}
