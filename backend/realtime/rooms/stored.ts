/** Messages that the database sends by realtime.send: read when they are announced, and again by who comes late. */
import { z } from "zod";
import type { Sql, TransactionSql } from "../../core/database.ts";
import type { Broadcast } from "../broadcast.ts";
import { parseJson } from "../json.ts";

/** Said in `topic` by the transaction that has just committed. */
export interface Announcement {
  topic: string;
  id: string;
}

export const MESSAGES_CHANNEL = "realtime_messages";

const announcement = z.object({ topic: z.string(), id: z.uuid() });

const REPLAYED_AT_MOST = 25;
const KEPT = "3 days";

/** For `listenOnce`: calls back for each message. What is none, anybody may have notified. */
export function announcements(tell: (announced: Announcement) => void): (text: string) => void {
  return (text) => {
    const announced = announcement.safeParse(parseJson(text));
    if (announced.success) tell(announced.data);
  };
}

interface Row {
  id: string;
  event: string;
  payload: string;
  private: boolean;
}

/** Policies were asked when the channel was joined: from then on the service reads for its members. */
function asService<T>(sql: Sql, work: (tx: TransactionSql) => Promise<T>) {
  return sql.begin(async (tx) => {
    await tx`select set_config('role', 'service_role', true), set_config('statement_timeout', '8s', true)`;
    return await work(tx);
  });
}

export interface Message {
  topic: string;
  isPrivate: boolean;
  broadcast: Broadcast;
}

/** In the order of the announcements. What is gone already is left out. */
export async function readMessages(sql: Sql, announced: Announcement[]): Promise<Message[]> {
  const ids = announced.map(({ id }) => id);
  const rows = await asService(
    sql,
    (tx) => tx<Row[]>`
      select id, event, coalesce(payload, '{}')::text as payload, private from realtime.messages
      where id in ${tx(ids)}`,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return announced.flatMap(({ topic, id }) => {
    const row = byId.get(id);
    if (!row) return [];
    const { event, payload, private: isPrivate } = row;
    return [{ topic, isPrivate: isPrivate ?? false, broadcast: { event, payload, meta: { id } } }];
  });
}

/** What was sent on a private topic since a time (milliseconds since the epoch), the oldest first. */
export async function replay(sql: Sql, topic: string, since: number, limit: number): Promise<Broadcast[]> {
  const rows = await asService(
    sql,
    (tx) => tx<Row[]>`
      select id, event, coalesce(payload, '{}')::text as payload, private from realtime.messages
      where topic = ${topic} and extension = 'broadcast' and private and event is not null
        and inserted_at >= to_timestamp(${since / 1000}) at time zone 'UTC'
      order by inserted_at desc, id limit ${Math.min(limit, REPLAYED_AT_MOST)}`,
  );
  return rows.reverse().map(({ id, event, payload }) => ({ event, payload, meta: { id, replayed: true } }));
}

/** Copies of the process may do it side by side. */
export async function deleteOldMessages(sql: Sql): Promise<void> {
  await asService(
    sql,
    (tx) => tx`
      delete from realtime.messages where inserted_at < (now() at time zone 'UTC') - ${KEPT}::interval`,
  );
}
