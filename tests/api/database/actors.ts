/**
 * Who speaks to the database in these tests, as the rest service lets them: logged in as authenticator, with the
 * role and the claims of a token for one transaction.
 */
import { randomUUID } from "node:crypto";
import type { Sql, TransactionSql } from "../../../backend/core/database.ts";

export interface Actor {
  role: "anon" | "authenticated" | "service_role";
  id: string | null;
}

export const visitor: Actor = { role: "anon", id: null };
export const service: Actor = { role: "service_role", id: null };

/** One transaction of an actor. `api` logs in as authenticator. */
export function as<T>(api: Sql, actor: Actor, work: (tx: TransactionSql) => Promise<T>) {
  return api.begin(async (tx) => {
    const claims = { role: actor.role, ...(actor.id !== null && { sub: actor.id }) };
    await tx`
      select set_config('role', ${actor.role}, true),
        set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;
    return await work(tx);
  });
}

/** An account as the auth service makes it. */
export async function createCustomer(admin: Sql, email: string, metadata: object = {}): Promise<Actor> {
  const id = randomUUID();
  await admin`
    insert into auth.users (id, aud, role, email, raw_user_meta_data)
    values (${id}, 'authenticated', 'authenticated', ${email}, ${JSON.stringify(metadata)}::text::jsonb)`;
  return { role: "authenticated", id };
}

export async function createAdministrator(admin: Sql, email: string): Promise<Actor> {
  const actor = await createCustomer(admin, email);
  await admin`insert into public.admin_users (id, name, email) values (${actor.id}, 'Administrateur', ${email})`;
  return actor;
}

/** The SQLSTATE that a statement fails with; `null` when it does not fail. */
export async function failureOf(statement: Promise<unknown>): Promise<string | null> {
  try {
    await statement;
    return null;
  } catch (error) {
    if (error instanceof Error && "code" in error && typeof error.code === "string") return error.code;
    throw error;
  }
}
