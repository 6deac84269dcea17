/**
 * Accounts that exist before a test begins. Their password is hashed once in each process and at bcrypt's lowest cost:
 * a hash as strong as the shop's takes longer to make and to check than most tests. What the shop does with passwords
 * has tests of its own.
 */
import bcrypt from "bcrypt";
import { createAccount } from "../../backend/auth/accounts.ts";
import type { JsonObject } from "../../backend/auth/body.ts";
import type { Sql } from "../../backend/core/database.ts";

const PASSWORD = "mot-de-passe-1";

const LOWEST_COST = 4;
const passwordHash = bcrypt.hashSync(PASSWORD, LOWEST_COST);

export interface Account {
  id: string;
  email: string;
  password: string;
}

/** A confirmed account with `PASSWORD`; its `data` is what a sign-up sends along, such as the name. */
export async function insertAccount(sql: Sql, email: string, data: JsonObject = {}): Promise<Account> {
  const id = await sql.begin((tx) => createAccount(tx, { email, passwordHash, data, emailConfirmed: true }));
  return { id, email, password: PASSWORD };
}
