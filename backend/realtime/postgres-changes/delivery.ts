/**
 * A batch of changes on its way to those who may see them: filters first, because they are judged once for all; then
 * what each caller may see, asked once for all subscribers of the same role and claims; then out, in the order of the
 * commits.
 */
import { setImmediate as turn } from "node:timers/promises";
import type { Sql } from "../../core/database.ts";
import type { Logger } from "../../core/log.ts";
import { type Asker, askAs, SERVICE } from "./as-caller.ts";
import type { Change } from "./feed.ts";
import type { Filter } from "./filter.ts";
import { filterKey, matchRows } from "./matching.ts";
import { isVisible, keyOf, payloadOf, withoutKeyPayload } from "./payload.ts";
import type { Relation, Tuple } from "./pgoutput.ts";
import { addUnchanged, primaryKeyOf } from "./rows.ts";
import { untilVisible } from "./snapshot.ts";
import type { Subscriber, Subscription, Subscriptions } from "./subscriptions.ts";
import { findTable, type Table } from "./table.ts";
import { askVisibility, type Rights, type Visibility } from "./visibility.ts";

const MISSED = "Changes may have been missed";

/** Messages sent before others get a turn. */
const MESSAGES_AT_ONCE = 500;

/** A subscription that a change concerns, with what its caller may see of the change's table. */
interface Recipient {
  subscription: Subscription;
  audience: Audience;
}

/** A subscription with the positions of the changes that fulfil its filter. */
interface Listener {
  subscription: Subscription;
  fulfilled: Set<number> | "by all";
}

/** All subscribers of one table with the same role and claims, and the changes that any of them wants to hear of. */
type Audience = Asker;

/** The changes of one table within a batch. */
interface TableChanges {
  table: Table;
  changes: Change[];
  recipients: Recipient[][];
  /** Of whom it could not be found out, there is none. */
  visibilities: Map<Audience, Visibility>;
  payloads: Payloads;
}

/** What is said of a change, made once for all of a role who see the same row: by position and the columns asked for. */
type Payloads = Map<Rights, Map<Tuple | null, Map<string, string>>>;

/** By the key of a filter, the positions of the changes that fulfil it; null when it could not be judged. */
type Matches = Map<string, Set<number> | null>;

export class Delivery {
  readonly #sql: Sql;
  readonly #subscriptions: Subscriptions;
  readonly #log: Logger;
  /** A relation is told anew, as another object, whenever it has changed. */
  readonly #tables = new WeakMap<Relation, Promise<Table | null>>();

  constructor(deps: { sql: Sql; subscriptions: Subscriptions; log: Logger }) {
    this.#sql = deps.sql;
    this.#subscriptions = deps.subscriptions;
    this.#log = deps.log;
  }

  /** Rejects when the database does not answer: then nobody was told anything of this batch. */
  async deliver(batch: Change[]): Promise<void> {
    const byRelation = Map.groupBy(batch, ({ relation }) => relation);
    const prepared = await Promise.all(
      [...byRelation].map(([relation, changes]) => this.#prepare(relation, changes)),
    );
    const places = new Map<Change, { of: TableChanges; position: number }>();
    for (const of of prepared) {
      for (const [position, change] of of?.changes.entries() ?? []) {
        if (of) places.set(change, { of, position });
      }
    }
    let sent = 0;
    for (const change of batch) {
      const place = places.get(change);
      if (!place) continue;
      for (const { subscriber, ids, payload } of messagesOf(change, place.position, place.of)) {
        subscriber.tell(ids, payload);
        if (++sent % MESSAGES_AT_ONCE === 0) await turn();
      }
    }
  }

  async #prepare(relation: Relation, changes: Change[]): Promise<TableChanges | null> {
    const subscriptions = this.#subscriptions.of(relation.schema, relation.name);
    const table = subscriptions.length > 0 ? await this.#tableOf(relation) : null;
    if (table === null) return null;
    await untilVisible(
      this.#sql,
      changes.map(({ transaction }) => transaction),
    );
    await addUnchanged(this.#sql, table, changes);
    const matches = await this.#match(table, changes, subscriptions);
    const listeners: Listener[] = [];
    for (const subscription of subscriptions) {
      const { filter, subscriber } = subscription;
      const fulfilled = filter === null ? "by all" : matches.get(filterKey(filter));
      if (fulfilled) listeners.push({ subscription, fulfilled });
      else subscriber.interrupt(MISSED);
    }
    const audiences = new Map<string, Audience>();
    const recipients = changes.map((change, position) =>
      listeners.filter(wants(change, position)).map(({ subscription }) => {
        const audience = audienceOf(subscription.subscriber, audiences);
        audience.wanted.add(position);
        return { subscription, audience };
      }),
    );
    const visibilities = await askVisibility(
      { sql: this.#sql, table, changes, onFailure: (error) => this.#warn(error, table) },
      audiences.values(),
    );
    interruptUnjudged(recipients, visibilities);
    return { table, changes, recipients, visibilities, payloads: new Map() };
  }

  #warn(error: unknown, table: Table): void {
    this.#log.warn({ err: error, table: table.name }, "what a subscriber may see could not be found out");
  }

  #tableOf(relation: Relation): Promise<Table | null> {
    let table = this.#tables.get(relation);
    if (table === undefined) {
      table = findTable(this.#sql, relation.oid);
      table.catch(() => this.#tables.delete(relation));
      this.#tables.set(relation, table);
    }
    return table;
  }

  async #match(table: Table, changes: Change[], subscriptions: Subscription[]): Promise<Matches> {
    const filters = new Map(
      subscriptions.flatMap(({ filter }) => (filter ? [[filterKey(filter), filter]] : [])),
    );
    const match = (some: Iterable<Filter>) =>
      matchRows(some, changes.map(lastKnown), table, async (statement) => {
        const [found] = await askAs(this.#sql, SERVICE, [statement]);
        return found;
      });
    try {
      return await match(filters.values());
    } catch (error) {
      this.#log.warn({ err: error, table: table.name }, "filters could not be judged together");
    }
    // A table may have been altered since a filter was checked. What fails for one must not fail for all.
    const matches: Matches = new Map();
    for (const [key, filter] of filters) {
      const alone = await match([filter]).catch(() => null);
      matches.set(key, alone?.get(key) ?? null);
    }
    return matches;
  }
}

/** The row as it is now, or was before it was deleted. */
function lastKnown(change: Change): Tuple {
  return change.row ?? change.old ?? keyOf(change);
}

function wants(change: Change, position: number) {
  return ({ subscription: { event }, fulfilled }: Listener) =>
    (event === "*" || event === change.type) && (fulfilled === "by all" || fulfilled.has(position));
}

function audienceOf({ access }: Subscriber, audiences: Map<string, Audience>): Audience {
  const key = `${access.role} ${access.claims}`;
  const audience = audiences.get(key) ?? {
    caller: { role: access.role, claims: access.claims },
    wanted: new Set<number>(),
  };
  audiences.set(key, audience);
  return audience;
}

/** Better to make a client start afresh than to leave something out without a word. */
function interruptUnjudged(recipients: Recipient[][], visibilities: Map<Audience, Visibility>): void {
  for (const { subscription, audience } of recipients.flat()) {
    if (!visibilities.has(audience)) subscription.subscriber.interrupt(MISSED);
  }
}

interface Message {
  subscriber: Subscriber;
  ids: number[];
  payload: string;
}

/** What is said of this change: to each subscriber once, or once for each selection of columns. */
function messagesOf(change: Change, position: number, of: TableChanges): Message[] {
  const messages: Message[] = [];
  const bySubscriber = new Map<Subscriber, Map<string, Message>>();
  for (const { subscription, audience } of of.recipients[position] ?? []) {
    const { subscriber, select, id } = subscription;
    const visibility = of.visibilities.get(audience);
    if (!visibility || !mayBeTold(subscription, change, position, visibility, of.table)) continue;
    const selection = select === null ? "" : JSON.stringify([...select]);
    const known = bySubscriber.get(subscriber) ?? new Map<string, Message>();
    bySubscriber.set(subscriber, known);
    const message = known.get(selection);
    if (message) {
      message.ids.push(id);
      continue;
    }
    const now = visibility.rows.get(position) ?? null;
    const payloads = payloadsOf(of.payloads, visibility.rights, now);
    const key = `${position} ${selection}`;
    const payload = payloads.get(key) ?? sayOnce(change, of.table, visibility.rights, now, select);
    payloads.set(key, payload);
    const first = { subscriber, ids: [id], payload };
    known.set(selection, first);
    messages.push(first);
  }
  return messages;
}

function payloadsOf(all: Payloads, rights: Rights, now: Tuple | null): Map<string, string> {
  const ofRole = all.get(rights) ?? new Map<Tuple | null, Map<string, string>>();
  const payloads = ofRole.get(now) ?? new Map<string, string>();
  all.set(rights, ofRole.set(now, payloads));
  return payloads;
}

function sayOnce(
  change: Change,
  table: Table,
  rights: Rights,
  now: Tuple | null,
  select: Set<string> | null,
) {
  const isFindable = !rights.isProtected || primaryKeyOf(table).length > 0;
  return isFindable ? payloadOf(change, table, rights, now, select) : withoutKeyPayload(change, table);
}

/** A filter must not find out what its owner may not read: it counts on what is sent only. */
function mayBeTold(
  { filter }: Subscription,
  change: Change,
  position: number,
  visibility: Visibility,
  table: Table,
): boolean {
  const { isProtected, readable } = visibility.rights;
  const key = primaryKeyOf(table);
  const isFindable = !isProtected || key.length > 0;
  if (isFindable ? !isVisible(change, position, visibility) : readable.size === 0) return false;
  if (filter === null) return true;
  const names = filter.map(({ column }) => column);
  if (!isFindable || !names.every((name) => readable.has(name))) return false;
  const isKeyOnly = change.type === "DELETE" && isProtected;
  if (isKeyOnly) return names.every((name) => key.some((column) => column.name === name));
  // A row that has changed since is told as it is now: what it was in between may not have been theirs to ask for.
  const now = visibility.rows.get(position);
  return !now || names.every((name) => now.get(name) === change.row?.get(name));
}
