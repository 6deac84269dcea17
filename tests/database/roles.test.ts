/** The roles of a hosted Supabase, with their limits. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import { getSqlState } from "#tests/support/actors.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";

let database: TestDatabase;
let admin: Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.connect("supabase_admin");
});
afterAll(() => database.drop());

it("roles have the attributes and settings of a hosted project", async () => {
  const rows = await admin`
    select r.rolname as name, r.rolcanlogin as login, r.rolinherit as inherits, r.rolbypassrls as bypasses,
      r.rolsuper as super, coalesce(array_to_string(s.setconfig, ' '), '') as settings
    from pg_roles r
    left join pg_db_role_setting s on s.setrole = r.oid and s.setdatabase = 0
    where r.rolname in ('anon', 'authenticated', 'service_role', 'authenticator', 'postgres')
    order by r.rolname collate "C"`;
  const plain = { login: false, inherits: false, bypasses: false, super: false, settings: "" };
  expect([...rows]).toEqual([
    { ...plain, name: "anon", settings: "statement_timeout=3s" },
    { ...plain, name: "authenticated", settings: "statement_timeout=8s" },
    { ...plain, name: "authenticator", login: true, settings: "statement_timeout=8s lock_timeout=8s" },
    { ...plain, name: "postgres", login: true, inherits: true, bypasses: true },
    { ...plain, name: "service_role", bypasses: true },
  ]);
});

it.each(["postgres", "supabase_admin", "supabase_auth_admin", "pg_read_all_data"])(
  "authenticator cannot become %s",
  async (role) => {
    const api = database.connect("authenticator", 1);
    expect(await getSqlState(api`select set_config('role', ${role}, true)`)).toBe("42501");
  },
);

it("a table created by a migration of a hosted project is reachable without further grants", async () => {
  const owner = database.connect("postgres", 1);
  await owner`create table public.notes (id integer)`;
  const [row] = await owner`
    select has_table_privilege('anon', 'public.notes', 'select') as anon,
      has_table_privilege('service_role', 'public.notes', 'insert') as service`;
  expect(row).toEqual({ anon: true, service: true });
});
