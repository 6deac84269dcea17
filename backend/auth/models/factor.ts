/** auth.mfa_factors: second ways to prove who one is, each to be verified once before it counts. */
import type { Sql, TransactionSql } from "../../core/database.ts";

export interface Factor {
  id: string;
  user_id: string;
  friendly_name: string | null;
  factor_type: "totp" | "phone" | "webauthn";
  status: "unverified" | "verified";
  phone: string | null;
  /** Of TOTP, in base 32. */
  secret: string | null;
  last_challenged_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** Oldest first. */
export async function listFactors(sql: Sql | TransactionSql, userId: string): Promise<Factor[]> {
  return sql<Factor[]>`select * from auth.mfa_factors where user_id = ${userId} order by created_at, id`;
}
