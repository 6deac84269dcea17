/**
 * Accounts that are inserted before a test begins. Their password is hashed once per process and at bcrypt's
 * lowest cost: creating and checking a hash of the shop's strength takes longer than most tests. Password
 * handling has tests of its own.
 */
import { randomUUID } from "node:crypto";
import bcrypt from "bcrypt";
import type { StaffRole } from "#app/lib/supabase/database.types.ts";
import { createAccount } from "#backend/auth/accounts.ts";
import type { Sql } from "#backend/core/database/database.ts";
import type { JsonObject } from "#backend/core/values/json.ts";

const PASSWORD = "mot-de-passe-1";

const LOWEST_COST = 4;
const passwordHash = bcrypt.hashSync(PASSWORD, LOWEST_COST);

export interface Account {
  id: string;
  email: string;
  password: string;
}

/**
 * Inserts a confirmed account with `PASSWORD`; `data` is the user metadata of a sign-up, such as the name.
 */
export async function insertAccount(sql: Sql, email: string, data: JsonObject = {}): Promise<Account> {
  const id = await sql.begin((tx) => createAccount(tx, { email, passwordHash, data, emailConfirmed: true }));
  return { id, email, password: PASSWORD };
}

/** Creates a customer with a complete profile. */
export function createCustomer(sql: Sql): Promise<Account> {
  const data = { first_name: "Fatou", last_name: "Sawadogo", phone: "+22676543210" };
  return insertAccount(sql, `cliente-${randomUUID().slice(0, 8)}@exemple.bf`, data);
}

/** A member of the staff, by default one who may do everything. */
export async function createAdministrator(
  sql: Sql,
  name = "Mariam Kaboré",
  role: StaffRole = "owner",
): Promise<Account> {
  const account = await createCustomer(sql);
  await sql`
    insert into admin_users (id, name, email, role) values (${account.id}, ${name}, ${account.email}, ${role})`;
  return account;
}
