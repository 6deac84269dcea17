/**
 * The delivery of a batch of changes to the subscribers that may see them. Filters come first, because they
 * are matched once for all subscribers; then visibility, queried once for all subscribers of the same role
 * and claims; then the messages are sent, in the order of the commits.
 */
import { setImmediate as turn } from "node:timers/promises";
import type { Sql } from "#backend/core/database/database.ts";
import type { Logger } from "#backend/core/observability/log.ts";
import type { Change } from "./change-feed.ts";
import type { Filter } from "./filter.ts";
import { filterKey, matchRows } from "./filter-matching.ts";
import { isChangeVisible, keyOf, renderChangePayload, renderMissingKeyPayload } from "./payload.ts";
import type { Relation, Tuple } from "./pgoutput.ts";
import { type CallerRows, queryAs, SERVICE_CALLER } from "./query-as.ts";
import { fillUnchangedToastColumns, primaryKeyOf } from "./row-lookup.ts";
import { queryVisibility, type RoleAccess, type Visibility } from "./row-visibility.ts";
import type { Subscriber, Subscription, Subscriptions } from "./subscriptions.ts";
import { findTable, type Table } from "./table.ts";
import { waitUntilVisible } from "./transaction-visibility.ts";

const MISSED_CHANGES = "Changes may have been missed";

/** Messages sent before the event loop gets a turn. */
const MESSAGES_PER_TURN = 500;

/** A subscription that a change matches, with the audience that it belongs to. */
interface Recipient {
  subscription: Subscription;
  audience: Audience;
}

/** A subscription with the indexes of the changes that match its filter. */
interface MatchedSubscription {
  subscription: Subscription;
  matches: Set<number> | "all";
}

/**
 * All subscribers of one table with the same role and claims, and the changes that any of them subscribes to.
 */
type Audience = CallerRows;

/** The changes of one table within a batch. */
interface TableChanges {
  table: Table;
  changes: Change[];
  recipients: Recipient[][];
  /** An audience whose visibility could not be queried has none. */
  visibilities: Map<Audience, Visibility>;
  payloads: Payloads;
}

/**
 * Rendered payloads, shared by the callers of a role that see the same row: by index and selected columns.
 */
type Payloads = Map<RoleAccess, Map<Tuple | null, Map<string, string>>>;

/** By filter key, the indexes of the changes that match; null when the filter could not be evaluated. */
type Matches = Map<string, Set<number> | null>;

export class Delivery {
  readonly #sql: Sql;
  readonly #subscriptions: Subscriptions;
  readonly #log: Logger;
  /** The stream sends a relation again, as another object, whenever it has changed. */
  readonly #tables = new WeakMap<Relation, Promise<Table | null>>();

  constructor(deps: { sql: Sql; subscriptions: Subscriptions; log: Logger }) {
    this.#sql = deps.sql;
    this.#subscriptions = deps.subscriptions;
    this.#log = deps.log;
  }

  /** Rejects when the database does not respond: then nothing of this batch was delivered. */
  async deliver(batch: Change[]): Promise<void> {
    const byRelation = Map.groupBy(batch, ({ relation }) => relation);
    const prepared = await Promise.all(
      [...byRelation].map(([relation, changes]) => this.#prepare(relation, changes)),
    );
    const places = new Map<Change, { tableChanges: TableChanges; index: number }>();
    for (const tableChanges of prepared) {
      for (const [index, change] of tableChanges?.changes.entries() ?? []) {
        if (tableChanges) places.set(change, { tableChanges, index });
      }
    }
    let sent = 0;
    for (const change of batch) {
      const place = places.get(change);
      if (!place) continue;
      for (const { subscriber, ids, payload } of buildMessages(change, place.index, place.tableChanges)) {
        subscriber.receiveChange(ids, payload);
        if (++sent % MESSAGES_PER_TURN === 0) await turn();
      }
    }
  }

  async #prepare(relation: Relation, changes: Change[]): Promise<TableChanges | null> {
    const subscriptions = this.#subscriptions.forTable(relation.schema, relation.name);
    const table = subscriptions.length > 0 ? await this.#tableOf(relation) : null;
    if (table === null) return null;
    await waitUntilVisible(
      this.#sql,
      changes.map(({ transaction }) => transaction),
    );
    await fillUnchangedToastColumns(this.#sql, table, changes);
    const matches = await this.#match(table, changes, subscriptions);
    const matched: MatchedSubscription[] = [];
    for (const subscription of subscriptions) {
      const { filter, subscriber } = subscription;
      const matchingIndexes = filter === null ? "all" : matches.get(filterKey(filter));
      if (matchingIndexes) matched.push({ subscription, matches: matchingIndexes });
      else subscriber.interrupt(MISSED_CHANGES);
    }
    const audiences = new Map<string, Audience>();
    const recipients = changes.map((change, index) =>
      matched.filter(matchesChange(change, index)).map(({ subscription }) => {
        const audience = getAudience(subscription.subscriber, audiences);
        audience.rowIndexes.add(index);
        return { subscription, audience };
      }),
    );
    const visibilities = await queryVisibility(
      { sql: this.#sql, table, changes, onFailure: (error) => this.#warn(error, table) },
      audiences.values(),
    );
    interruptUnresolved(recipients, visibilities);
    return { table, changes, recipients, visibilities, payloads: new Map() };
  }

  #warn(error: unknown, table: Table): void {
    this.#log.warn({ err: error, table: table.name }, "the visibility of changes could not be queried");
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
    const match = (subset: Iterable<Filter>) =>
      matchRows(subset, changes.map(latestRow), table, async (statement) => {
        const [result] = await queryAs(this.#sql, SERVICE_CALLER, [statement]);
        return result;
      });
    try {
      return await match(filters.values());
    } catch (error) {
      this.#log.warn({ err: error, table: table.name }, "filters could not be evaluated together");
    }
    // The table may have been altered since a filter was validated. One failing filter must not fail all.
    const matches: Matches = new Map();
    for (const [key, filter] of filters) {
      const alone = await match([filter]).catch(() => null);
      matches.set(key, alone?.get(key) ?? null);
    }
    return matches;
  }
}

/** The new row, or the old one of a delete. */
function latestRow(change: Change): Tuple {
  return change.row ?? change.old ?? keyOf(change);
}

function matchesChange(change: Change, index: number) {
  return ({ subscription: { event }, matches }: MatchedSubscription) =>
    (event === "*" || event === change.type) && (matches === "all" || matches.has(index));
}

function getAudience({ auth }: Subscriber, audiences: Map<string, Audience>): Audience {
  const key = `${auth.role} ${auth.claims}`;
  const audience = audiences.get(key) ?? {
    caller: { role: auth.role, claims: auth.claims },
    rowIndexes: new Set<number>(),
  };
  audiences.set(key, audience);
  return audience;
}

/**
 * Interrupts the subscribers without a known visibility: a client that reloads is better than a silent gap.
 */
function interruptUnresolved(recipients: Recipient[][], visibilities: Map<Audience, Visibility>): void {
  for (const { subscription, audience } of recipients.flat()) {
    if (!visibilities.has(audience)) subscription.subscriber.interrupt(MISSED_CHANGES);
  }
}

interface Message {
  subscriber: Subscriber;
  ids: number[];
  payload: string;
}

/** The messages of one change: one per subscriber, or one for each selection of columns. */
function buildMessages(change: Change, index: number, tableChanges: TableChanges): Message[] {
  const messages: Message[] = [];
  const bySubscriber = new Map<Subscriber, Map<string, Message>>();
  for (const { subscription, audience } of tableChanges.recipients[index] ?? []) {
    const { subscriber, select, id } = subscription;
    const visibility = tableChanges.visibilities.get(audience);
    if (!visibility || !isDeliverable(subscription, change, index, visibility, tableChanges.table)) continue;
    const selection = select === null ? "" : JSON.stringify([...select]);
    const known = bySubscriber.get(subscriber) ?? new Map<string, Message>();
    bySubscriber.set(subscriber, known);
    const message = known.get(selection);
    if (message) {
      message.ids.push(id);
      continue;
    }
    const now = visibility.rows.get(index) ?? null;
    const payloads = getPayloadCache(tableChanges.payloads, visibility.access, now);
    const key = `${index} ${selection}`;
    const payload =
      payloads.get(key) ?? renderPayload(change, tableChanges.table, visibility.access, now, select);
    payloads.set(key, payload);
    const first = { subscriber, ids: [id], payload };
    known.set(selection, first);
    messages.push(first);
  }
  return messages;
}

function getPayloadCache(all: Payloads, access: RoleAccess, now: Tuple | null): Map<string, string> {
  const ofRole = all.get(access) ?? new Map<Tuple | null, Map<string, string>>();
  const payloads = ofRole.get(now) ?? new Map<string, string>();
  all.set(access, ofRole.set(now, payloads));
  return payloads;
}

function renderPayload(
  change: Change,
  table: Table,
  access: RoleAccess,
  now: Tuple | null,
  select: Set<string> | null,
) {
  const isFindable = !access.hasRowSecurity || primaryKeyOf(table).length > 0;
  return isFindable
    ? renderChangePayload(change, table, access, now, select)
    : renderMissingKeyPayload(change, table);
}

/** A filter must not reveal values that its owner may not read: it counts only on columns that are sent. */
function isDeliverable(
  { filter }: Subscription,
  change: Change,
  index: number,
  visibility: Visibility,
  table: Table,
): boolean {
  const { hasRowSecurity, readableColumns } = visibility.access;
  const key = primaryKeyOf(table);
  const isFindable = !hasRowSecurity || key.length > 0;
  if (isFindable ? !isChangeVisible(change, index, visibility) : readableColumns.size === 0) return false;
  if (filter === null) return true;
  const names = filter.map(({ column }) => column);
  if (!isFindable || !names.every((name) => readableColumns.has(name))) return false;
  const isKeyOnly = change.type === "DELETE" && hasRowSecurity;
  if (isKeyOnly) return names.every((name) => key.some((column) => column.name === name));
  // A row that has changed since is sent as it is now: the values in between may not have been visible to the
  // caller.
  const now = visibility.rows.get(index);
  return !now || names.every((name) => now.get(name) === change.row?.get(name));
}
