/**
 * The actors of SQL tests, with the role and the claims that the REST service would set: logged in as
 * authenticator, for one transaction.
 */
import { randomUUID } from "node:crypto";
import type { StaffRole } from "#app/lib/supabase/database.types.ts";
import type { Sql, TransactionSql } from "#backend/core/database/database.ts";

export interface Actor {
  role: "anon" | "authenticated" | "service_role";
  id: string | null;
  /** Of an anonymous account. */
  isAnonymous?: boolean;
}

export const visitor: Actor = { role: "anon", id: null };
export const serviceRole: Actor = { role: "service_role", id: null };

/** Runs one transaction as an actor. `api` logs in as authenticator. */
export function runAs<T>(api: Sql, actor: Actor, work: (tx: TransactionSql) => Promise<T>) {
  return api.begin(async (tx) => {
    const claims = {
      role: actor.role,
      ...(actor.id !== null && { sub: actor.id }),
      ...(actor.isAnonymous && { is_anonymous: true }),
    };
    await tx`
      select set_config('role', ${actor.role}, true),
        set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;
    return await work(tx);
  });
}

/** Inserts an account as the auth service does. */
export async function createCustomerActor(admin: Sql, email: string, metadata: object = {}): Promise<Actor> {
  const id = randomUUID();
  await admin`
    insert into auth.users (id, aud, role, email, raw_user_meta_data)
    values (${id}, 'authenticated', 'authenticated', ${email}, ${JSON.stringify(metadata)}::text::jsonb)`;
  return { role: "authenticated", id };
}

/** Inserts an account as an anonymous sign-in does. */
export async function createAnonymousActor(admin: Sql): Promise<Actor> {
  const id = randomUUID();
  await admin`
    insert into auth.users (id, aud, role, is_anonymous, created_at)
    values (${id}, 'authenticated', 'authenticated', true, now())`;
  return { role: "authenticated", id, isAnonymous: true };
}

/** The first of a shop becomes its owner, the others are managers. */
export async function createAdministratorActor(admin: Sql, email: string): Promise<Actor> {
  const actor = await createCustomerActor(admin, email);
  await admin`insert into public.admin_users (id, name, email) values (${actor.id}, 'Administrateur', ${email})`;
  return actor;
}

export async function createStaffActor(admin: Sql, email: string, role: StaffRole): Promise<Actor> {
  const actor = await createCustomerActor(admin, email);
  await admin`
    insert into public.admin_users (id, name, email, role) values (${actor.id}, ${email.split("@")[0] ?? ""}, ${email}, ${role})`;
  return actor;
}

/** One person of each role, with the address `<role>@example.com`. */
export async function createStaff(admin: Sql): Promise<Record<StaffRole, Actor>> {
  const create = (role: StaffRole) => createStaffActor(admin, `${role}@example.com`, role);
  return {
    owner: await create("owner"),
    manager: await create("manager"),
    sales: await create("sales"),
    stock: await create("stock"),
    courier: await create("courier"),
  };
}

/** The SQLSTATE of a failed statement; `null` when it succeeds. */
export async function getSqlState(statement: Promise<unknown>): Promise<string | null> {
  try {
    await statement;
    return null;
  } catch (error) {
    if (error instanceof Error && "code" in error && typeof error.code === "string") return error.code;
    throw error;
  }
}
