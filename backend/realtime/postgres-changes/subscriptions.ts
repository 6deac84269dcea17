/** Who listens to which table. */
import type { Access } from "../access.ts";
import type { Filter } from "./filter.ts";

/** Where changes go: a channel. */
export interface Subscriber {
  /** On whose behalf; another one after the client has renewed its token. */
  readonly access: Access;
  readonly isOpen: boolean;
  /** `change` is the JSON of one change, `ids` the subscriptions that it fulfils. */
  tell(ids: number[], change: string): void;
  /** Changes were missed: the client shall join again, and read afresh what it shows. */
  interrupt(message: string): void;
}

export interface Subscription {
  /** Never 0, which the client takes for none. */
  id: number;
  subscriber: Subscriber;
  event: "*" | "INSERT" | "UPDATE" | "DELETE";
  schema: string;
  /** Null: every table of the schema. */
  table: string | null;
  filter: Filter | null;
  /** Null: every column that may be read. The key is told in any case. */
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

  /** Those to this table, to all of its schema, and to all of every schema. */
  of(schema: string, table: string): Subscription[] {
    const keys = [keyOf(schema, table), keyOf(schema, null), keyOf("*", null)];
    return keys.flatMap((key) => [...(this.#byTable.get(key) ?? [])]);
  }
}

function keyOf(schema: string, table: string | null): string {
  return JSON.stringify([schema, table]);
}
