/** Profiles follow accounts, and only the table admin_users defines administrators. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import {
  type Actor,
  createAdministratorActor,
  createCustomerActor,
  getSqlState,
  runAs,
  visitor,
} from "#tests/support/actors.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";

let database: TestDatabase;
let admin: Sql;
let api: Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.connect("supabase_admin");
  api = database.connect("authenticator");
});
afterAll(() => database.drop());

async function getProfile(actor: Actor) {
  const [profile] = await admin`
    select email, first_name, last_name, phone, city from public.profiles where id = ${actor.id}`;
  return profile;
}

describe("a profile", () => {
  it("is created with the account, from the data of the sign-up form", async () => {
    const awa = await createCustomerActor(admin, "awa@example.com", {
      first_name: " Awa ",
      last_name: "Ouédraogo",
      phone: "70112233",
    });
    expect(await getProfile(awa)).toEqual({
      email: "awa@example.com",
      first_name: "Awa",
      last_name: "Ouédraogo",
      phone: "70112233",
      city: null,
    });
  });

  it.each([
    ["a list", [1, 2]],
    ["nothing", {}],
    ["other kinds of values", { first_name: { a: 1 }, last_name: 7, phone: null }],
    ["blank texts", { first_name: "  ", last_name: "", phone: " " }],
  ])("is created for any metadata: %s", async (what, metadata) => {
    const actor = await createCustomerActor(admin, `${what.replaceAll(" ", "-")}@example.com`, metadata);
    expect(await getProfile(actor)).toMatchObject({ first_name: null, last_name: null, phone: null });
  });

  it("truncates a name that is too long", async () => {
    const actor = await createCustomerActor(admin, "long@example.com", { first_name: "a".repeat(5000) });
    expect((await getProfile(actor))?.first_name).toHaveLength(100);
  });

  it("copies the account's e-mail and cannot be set otherwise", async () => {
    const actor = await createCustomerActor(admin, "before@example.com");
    await admin`update auth.users set email = 'after@example.com' where id = ${actor.id}`;
    expect(await getProfile(actor)).toMatchObject({ email: "after@example.com" });
    const write = runAs(
      api,
      actor,
      (tx) => tx`update public.profiles set email = 'awa@example.com' where id = ${actor.id}`,
    );
    expect(await getSqlState(write)).toBe("42501");
  });

  it("can be recreated by its owner, with the account's e-mail", async () => {
    const actor = await createCustomerActor(admin, "again@example.com");
    await admin`delete from public.profiles where id = ${actor.id}`;
    await runAs(
      api,
      actor,
      (tx) => tx`insert into public.profiles (id, email) values (${actor.id}, 'awa@example.com')`,
    );
    expect(await getProfile(actor)).toMatchObject({ email: "again@example.com" });
  });

  it("is updated by its owner", async () => {
    const actor = await createCustomerActor(admin, "owner@example.com");
    await runAs(api, actor, (tx) => tx`update public.profiles set city = 'Koudougou' where id = ${actor.id}`);
    expect(await getProfile(actor)).toMatchObject({ city: "Koudougou" });
  });
});

describe("is_admin_user", () => {
  const isAdminUser = (actor: Actor) =>
    runAs(api, actor, async (tx) => {
      const [row] = await tx`select public.is_admin_user() as answer`;
      return row?.answer;
    });

  it("is true for a row of admin_users, immediately, and for nobody else", async () => {
    const administrator = await createAdministratorActor(admin, "admin@example.com");
    expect(await isAdminUser(administrator)).toBe(true);
    await admin`delete from public.admin_users where id = ${administrator.id}`;
    expect(await isAdminUser(administrator)).toBe(false);
    expect(await isAdminUser(visitor)).toBe(false);
  });

  it("ignores the metadata that users set themselves", async () => {
    const actor = await createCustomerActor(admin, "liar@example.com", { role: "admin", is_admin: true });
    expect(await isAdminUser(actor)).toBe(false);
    const claims = {
      sub: actor.id,
      role: "authenticated",
      user_metadata: { role: "admin" },
      app_metadata: { role: "admin" },
    };
    const [row] = await api.begin(async (tx) => {
      await tx`
        select set_config('role', 'authenticated', true),
          set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;
      return await tx`select public.is_admin_user() as answer`;
    });
    expect(row?.answer).toBe(false);
  });

  it("reads the shop's table even when another table of that name comes first in the search path", async () => {
    const actor = await createCustomerActor(admin, "shadow@example.com");
    const isAdmin = await admin.begin(async (tx) => {
      await tx`create temporary table admin_users (id uuid)`;
      await tx`insert into admin_users values (${actor.id})`;
      await tx`
        select set_config('request.jwt.claims', ${JSON.stringify({ sub: actor.id })}, true),
          set_config('search_path', 'pg_temp, public', true)`;
      const [row] = await tx`select public.is_admin_user() as answer`;
      return row?.answer;
    });
    expect(isAdmin).toBe(false);
  });
});
