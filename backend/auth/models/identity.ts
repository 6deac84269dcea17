/** auth.identities: the ways into an account. Signing up by e-mail makes one whose provider id is the user's. */
import type { Sql, TransactionSql } from "../../core/database.ts";
import type { JsonObject } from "../body.ts";

export interface Identity {
  id: string;
  provider_id: string;
  user_id: string;
  identity_data: JsonObject;
  provider: string;
  last_sign_in_at: Date | null;
  created_at: Date | null;
  updated_at: Date | null;
  email: string | null;
}

/** Oldest first. */
export async function listIdentities(sql: Sql | TransactionSql, userId: string): Promise<Identity[]> {
  return sql<Identity[]>`select * from auth.identities where user_id = ${userId} order by created_at, id`;
}

/** Merges what is known of the user's own e-mail or phone identity, which is made where there is none. */
export async function saveOwnIdentity(
  sql: TransactionSql,
  userId: string,
  provider: "email" | "phone",
  data: JsonObject,
): Promise<void> {
  const whole = { sub: userId, email_verified: false, phone_verified: false, ...data };
  await sql`
    insert into auth.identities as i (
      provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at
    ) values (${userId}, ${userId}, ${sql.json(whole)}, ${provider}, now(), now(), now())
    on conflict (provider_id, provider) do update
    set identity_data = i.identity_data || ${sql.json(data)}, updated_at = now()`;
}

/** Says in the user's own identity that its address or number is confirmed. */
export async function verifyOwnIdentity(
  sql: TransactionSql,
  userId: string,
  provider: "email" | "phone",
): Promise<void> {
  const verified = provider === "email" ? { email_verified: true } : { phone_verified: true };
  await sql`
    update auth.identities
    set identity_data = identity_data || ${sql.json(verified)}, updated_at = now()
    where user_id = ${userId} and provider = ${provider}`;
}
