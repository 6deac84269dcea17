/**
 * Messages that the database sends by realtime.send: read when they are notified, and replayed to later
 * members.
 */
import { z } from "zod";
import type { Sql, TransactionSql } from "#backend/core/database/database.ts";
import { parseJson } from "#backend/core/values/parse-json.ts";
import type { Broadcast } from "#backend/realtime/broadcast.ts";

/** Names a message on `topic` by a transaction that has just committed. */
export interface MessageNotification {
  topic: string;
  id: string;
}

export const MESSAGES_CHANNEL = "realtime_messages";

const notificationSchema = z.object({ topic: z.string(), id: z.uuid() });

const MAX_REPLAYED = 25;
const RETENTION = "3 days";

/** A handler for `listenOnce`: calls back for each message. Other text is dropped, as any role may notify. */
export function createNotificationHandler(
  onMessage: (notification: MessageNotification) => void,
): (text: string) => void {
  return (text) => {
    const result = notificationSchema.safeParse(parseJson(text));
    if (result.success) onMessage(result.data);
  };
}

interface MessageRow {
  id: string;
  event: string;
  payload: string;
  /** Null for a message in JSON. */
  binary_payload: Buffer | null;
  private: boolean;
}

/** The policies were checked when the channel was joined: from then on the service reads for its members. */
function runAsService<T>(sql: Sql, work: (tx: TransactionSql) => Promise<T>) {
  return sql.begin(async (tx) => {
    await tx`select set_config('role', 'service_role', true), set_config('statement_timeout', '8s', true)`;
    return await work(tx);
  });
}

export interface DatabaseMessage {
  topic: string;
  isPrivate: boolean;
  broadcast: Broadcast;
}

/** In the order of the notifications. Messages that are deleted already are left out. */
export async function findMessages(
  sql: Sql,
  notifications: MessageNotification[],
): Promise<DatabaseMessage[]> {
  const ids = notifications.map(({ id }) => id);
  const rows = await runAsService(
    sql,
    (tx) => tx<MessageRow[]>`
      select id, event, coalesce(payload, '{}')::text as payload, binary_payload, private
      from realtime.messages
      where id in ${tx(ids)}`,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return notifications.flatMap(({ topic, id }) => {
    const row = byId.get(id);
    if (!row) return [];
    return [{ topic, isPrivate: row.private ?? false, broadcast: { ...toContent(row), meta: { id } } }];
  });
}

/** The messages on a private topic since a time (milliseconds since the epoch), oldest first. */
export async function listReplayedMessages(
  sql: Sql,
  topic: string,
  since: number,
  limit: number,
): Promise<Broadcast[]> {
  const rows = await runAsService(
    sql,
    (tx) => tx<MessageRow[]>`
      select id, event, coalesce(payload, '{}')::text as payload, binary_payload, private
      from realtime.messages
      where topic = ${topic} and extension = 'broadcast' and private and event is not null
        and inserted_at >= to_timestamp(${since / 1000}) at time zone 'UTC'
      order by inserted_at desc, id limit ${Math.min(limit, MAX_REPLAYED)}`,
  );
  return rows.reverse().map((row) => ({ ...toContent(row), meta: { id: row.id, replayed: true } }));
}

function toContent({
  event,
  payload,
  binary_payload: bytes,
}: MessageRow): Pick<Broadcast, "event" | "payload"> {
  return { event, payload: bytes ?? payload };
}

/** Several instances may run this at the same time. */
export async function deleteOldMessages(sql: Sql): Promise<void> {
  await runAsService(
    sql,
    (tx) => tx`
      delete from realtime.messages where inserted_at < (now() at time zone 'UTC') - ${RETENTION}::interval`,
  );
}
