/** Profiles follow accounts, and only the table of administrators makes an administrator. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sql } from "../../../backend/core/database.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { type Actor, as, createAdministrator, createCustomer, failureOf, visitor } from "./actors.ts";

let database: TestDatabase;
let admin: Sql;
let api: Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.connect("supabase_admin");
  api = database.connect("authenticator");
});
afterAll(() => database.drop());

async function profileOf(actor: Actor) {
  const [profile] = await admin`
    select email, first_name, last_name, phone, city from public.profiles where id = ${actor.id}`;
  return profile;
}

describe("a profile", () => {
  it("is made with the account, from what the sign-up form sent", async () => {
    const awa = await createCustomer(admin, "awa@example.com", {
      first_name: " Awa ",
      last_name: "Ouédraogo",
      phone: "70112233",
    });
    expect(await profileOf(awa)).toEqual({
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
  ])("is made whatever the metadata are: %s", async (what, metadata) => {
    const actor = await createCustomer(admin, `${what.replaceAll(" ", "-")}@example.com`, metadata);
    expect(await profileOf(actor)).toMatchObject({ first_name: null, last_name: null, phone: null });
  });

  it("cuts a name that is too long", async () => {
    const actor = await createCustomer(admin, "long@example.com", { first_name: "a".repeat(5000) });
    expect((await profileOf(actor))?.first_name).toHaveLength(100);
  });

  it("follows the account's e-mail and takes it from nowhere else", async () => {
    const actor = await createCustomer(admin, "before@example.com");
    await admin`update auth.users set email = 'after@example.com' where id = ${actor.id}`;
    expect(await profileOf(actor)).toMatchObject({ email: "after@example.com" });
    const write = as(
      api,
      actor,
      (tx) => tx`update public.profiles set email = 'awa@example.com' where id = ${actor.id}`,
    );
    expect(await failureOf(write)).toBe("42501");
  });

  it("can be made again by its owner, with the account's e-mail", async () => {
    const actor = await createCustomer(admin, "again@example.com");
    await admin`delete from public.profiles where id = ${actor.id}`;
    await as(
      api,
      actor,
      (tx) => tx`insert into public.profiles (id, email) values (${actor.id}, 'awa@example.com')`,
    );
    expect(await profileOf(actor)).toMatchObject({ email: "again@example.com" });
  });

  it("is updated by its owner", async () => {
    const actor = await createCustomer(admin, "owner@example.com");
    await as(api, actor, (tx) => tx`update public.profiles set city = 'Koudougou' where id = ${actor.id}`);
    expect(await profileOf(actor)).toMatchObject({ city: "Koudougou" });
  });
});

describe("is_admin_user", () => {
  const ask = (actor: Actor) =>
    as(api, actor, async (tx) => {
      const [row] = await tx`select public.is_admin_user() as answer`;
      return row?.answer;
    });

  it("is true for a row of admin_users, at once, and for nobody else", async () => {
    const administrator = await createAdministrator(admin, "admin@example.com");
    expect(await ask(administrator)).toBe(true);
    await admin`delete from public.admin_users where id = ${administrator.id}`;
    expect(await ask(administrator)).toBe(false);
    expect(await ask(visitor)).toBe(false);
  });

  it("does not believe what users say about themselves", async () => {
    const actor = await createCustomer(admin, "liar@example.com", { role: "admin", is_admin: true });
    expect(await ask(actor)).toBe(false);
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

  it("asks the shop's table even when a table of that name is in the way", async () => {
    const actor = await createCustomer(admin, "shadow@example.com");
    const answer = await admin.begin(async (tx) => {
      await tx`create temporary table admin_users (id uuid)`;
      await tx`insert into admin_users values (${actor.id})`;
      await tx`
        select set_config('request.jwt.claims', ${JSON.stringify({ sub: actor.id })}, true),
          set_config('search_path', 'pg_temp, public', true)`;
      const [row] = await tx`select public.is_admin_user() as answer`;
      return row?.answer;
    });
    expect(answer).toBe(false);
  });
});
