/** auth.audit_log_entries: the events that concern the security of accounts, in the form of Supabase Auth. */
import { randomUUID } from "node:crypto";
import type { Sql, TransactionSql } from "#backend/core/database/database.ts";
import type { JsonObject } from "#backend/core/values/json.ts";
import type { User } from "./user.ts";

/** The actions of Supabase Auth that are recorded, with its log types, and the shop's own: the last three. */
const LOG_TYPES = {
  login: "account",
  logout: "account",
  user_deleted: "team",
  user_invited: "team",
  user_modified: "user",
  user_recovery_requested: "user",
  user_updated_password: "user",
  identity_unlinked: "user",
  factor_in_progress: "factor",
  verification_attempted: "factor",
  factor_unenrolled: "factor",
  factor_deleted: "factor",
  login_failed: "account",
  limit_refused: "account",
  credentials_revoked: "account",
} as const;

type SecurityAction = keyof typeof LOG_TYPES;
export type Actor = Pick<User, "id" | "email" | "phone" | "is_sso_user">;

export interface SecurityEvent {
  action: SecurityAction;
  /** The account concerned; null where nobody was identified. */
  actor: Actor | null;
  /** The client's address; empty when it is unknown. */
  ip: string;
  traits?: JsonObject;
}

export interface TimedEvent extends SecurityEvent {
  at: Date;
}

const NOBODY = "00000000-0000-0000-0000-000000000000";
/** Events that anybody can cause are deleted earlier: a flood of them must not fill the table. */
const REFUSALS: SecurityAction[] = ["login_failed", "limit_refused"];
const REFUSAL_DAYS = 14;
const EVENT_DAYS = 90;

/** Records an event in the transaction of what it tells. */
export async function recordEvent(tx: TransactionSql, event: SecurityEvent): Promise<void> {
  await insertEvents(tx, [{ ...event, at: new Date() }]);
}

export async function insertEvents(sql: Sql | TransactionSql, events: TimedEvent[]): Promise<void> {
  const entries = events.map(({ action, actor, ip, traits, at }) => ({
    id: randomUUID(),
    at: at.toISOString(),
    ip: ip.slice(0, 64),
    payload: {
      action,
      log_type: LOG_TYPES[action],
      actor_id: actor?.id ?? NOBODY,
      actor_username: actor?.phone || actor?.email || "",
      actor_via_sso: actor?.is_sso_user ?? false,
      ...(traits && { traits }),
    },
  }));
  await sql`
    insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
    select ${NOBODY}, (e ->> 'id')::uuid, (e -> 'payload')::json, (e ->> 'at')::timestamptz, e ->> 'ip'
    from jsonb_array_elements(${sql.json(entries)}) e`;
}

export async function deleteOldEvents(tx: TransactionSql): Promise<void> {
  await tx`
    delete from auth.audit_log_entries
    where created_at < now() - make_interval(days => ${EVENT_DAYS})
      or created_at < now() - make_interval(days => ${REFUSAL_DAYS}) and payload ->> 'action' = any (${REFUSALS})`;
}
