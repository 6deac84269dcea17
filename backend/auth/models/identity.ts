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

export async function insertEmailIdentity(
  sql: TransactionSql,
  userId: string,
  email: string,
  data: JsonObject,
): Promise<void> {
  const identityData = { ...data, sub: userId, email, email_verified: false, phone_verified: false };
  await sql`
    insert into auth.identities (
      provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at
    ) values (${userId}, ${userId}, ${sql.json(identityData)}, 'email', now(), now(), now())`;
}

export async function updateEmailIdentity(sql: TransactionSql, userId: string, email: string): Promise<void> {
  await sql`
    update auth.identities
    set identity_data = identity_data || ${sql.json({ email })}, updated_at = now()
    where user_id = ${userId} and provider = 'email'`;
}
