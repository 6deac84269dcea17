/** The view technicians of the documented API: public except for phone and e-mail. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import {
  type Actor,
  createAdministratorActor,
  createCustomerActor,
  getSqlState,
  runAs,
  serviceRole,
  visitor,
} from "#tests/support/actors.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";

const PHONE = "70 00 00 01";

let database: TestDatabase;
let admin: Sql;
let api: Sql;
let administrator: Actor;
let awa: Actor;
let id: string;
beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.connect("supabase_admin");
  api = database.connect("authenticator");
  administrator = await createAdministratorActor(admin, "admin@example.com");
  awa = await createCustomerActor(admin, "awa@example.com");
  const rows = await runAs(
    api,
    administrator,
    (tx) => tx<{ id: string }[]>`
      insert into public.technicians ${tx({
        name: "Ali Sawadogo",
        specialty: "Plomberie",
        specialty_slug: "plomberie",
        slug: "ali-sawadogo",
        image: null,
        description: "Vingt ans de métier",
        phone: PHONE,
        email: "ali@example.com",
        experience: null,
        location: null,
        availability: null,
        rating: 0,
        review_count: 0,
      })} returning *`,
  );
  id = rows[0]?.id ?? "";
});
afterAll(() => database.drop());

describe("an administrator", () => {
  it("reads one with all fields", async () => {
    const [technician] = await runAs(
      api,
      administrator,
      (tx) => tx`select * from public.technicians where id = ${id}`,
    );
    expect(technician).toMatchObject({
      name: "Ali Sawadogo",
      phone: PHONE,
      email: "ali@example.com",
      experience: null,
      satisfied_clients: 100,
      has_phone: true,
    });
  });

  it("updates some fields and keeps the others", async () => {
    const [technician] = await runAs(
      api,
      administrator,
      (tx) => tx`update public.technicians set location = 'Kaya' where id = ${id} returning *`,
    );
    expect(technician).toMatchObject({ location: "Kaya", phone: PHONE, email: "ali@example.com" });
  });

  it("clears the phone and sets it again", async () => {
    const setPhone = (phone: string | null) =>
      runAs(
        api,
        administrator,
        (tx) => tx`
          update public.technicians set phone = ${phone}, email = null where id = ${id}
          returning phone, email, has_phone`,
      );
    expect([...(await setPhone(null))]).toEqual([{ phone: null, email: null, has_phone: false }]);
    expect([...(await setPhone(PHONE))]).toEqual([{ phone: PHONE, email: null, has_phone: true }]);
  });

  it("deletes one with the contacts", async () => {
    const counts = await runAs(api, administrator, async (tx) => {
      await tx`
        insert into public.technicians (name, slug, specialty, specialty_slug, description, phone)
        values ('Issa', 'issa', 'Plomberie', 'plomberie', 'Dépannage', '70 00 00 02')`;
      const { count } = await tx`delete from public.technicians where slug = 'issa'`;
      const left = await tx`select from public.technician_contacts where phone = '70 00 00 02'`;
      return { deleted: count, left: left.length };
    });
    expect(counts).toEqual({ deleted: 1, left: 0 });
  });

  it.each<[string, Record<string, string | number>]>([
    ["a rating above 5", { rating: 5.1 }],
    ["a rating of hundredths", { rating: 4.55 }],
    ["a negative experience", { experience: -1 }],
    ["a negative number of reviews", { review_count: -1 }],
    ["an invalid e-mail", { email: "ali" }],
    ["a blank name", { name: " " }],
    ["a slug with spaces", { slug: "ali sawadogo" }],
  ])("is rejected with %s", async (_what, values) => {
    const change = runAs(
      api,
      administrator,
      (tx) => tx`update public.technicians set ${tx(values)} where id = ${id}`,
    );
    expect(await getSqlState(change)).toBe("23514");
  });
});

describe.each([
  ["a visitor", () => visitor],
  ["a customer", () => awa],
])("%s", (_role, actor) => {
  const read = (query: string) => runAs(api, actor(), (tx) => tx.unsafe(query));

  it("reads everything except the contacts", async () => {
    const [technician] = await read("select * from public.technicians where slug = 'ali-sawadogo'");
    expect(technician).toMatchObject({
      name: "Ali Sawadogo",
      phone: null,
      email: null,
      has_phone: true,
    });
  });

  it.each([
    `select 1 from public.technicians where phone = '${PHONE}'`,
    "select 1 from public.technicians where phone is not null or email is not null",
    "select 1 from public.technicians where phone > ''",
    "select 1 from public.technicians where email ilike '%a%'",
    `select 1 from public.technicians t where t::text like '%${PHONE}%'`,
    "select 1 from public.technician_contacts",
    "select 1 from public.technician_profiles p join public.technician_contacts c on c.technician_id = p.id",
  ])("finds nothing by %s", async (query) => {
    expect(await read(query)).toHaveLength(0);
  });

  it("learns nothing by ordering by the contacts", async () => {
    const rows = await read("select phone, count(*) from public.technicians group by phone order by phone");
    expect(rows.map((row) => row.phone)).toEqual([null]);
  });

  it("writes nothing", async () => {
    const update = runAs(
      api,
      actor(),
      (tx) => tx`update public.technicians set phone = '70 99 99 99' where id = ${id} returning id`,
    );
    const failure = await getSqlState(update);
    if (failure === null) expect(await update).toHaveLength(0);
    else expect(failure).toBe("42501");
    const [row] = await admin`select phone from public.technician_contacts where technician_id = ${id}`;
    expect(row).toEqual({ phone: PHONE });
  });
});

it("the public view has neither phone nor e-mail", async () => {
  const [technician] = await runAs(api, visitor, (tx) => tx`select * from public.technicians_public`);
  expect(Object.keys(technician ?? {})).not.toContain("phone");
  expect(Object.keys(technician ?? {})).not.toContain("email");
  expect(technician).toMatchObject({ name: "Ali Sawadogo", specialty_slug: "plomberie" });
});

it("the service role reads and writes contacts", async () => {
  const [technician] = await runAs(
    api,
    serviceRole,
    (tx) => tx`
      update public.technicians set email = 'ali@yaare.example.com' where id = ${id} returning phone, email`,
  );
  expect(technician).toEqual({ phone: PHONE, email: "ali@yaare.example.com" });
});

describe("the search of technicians", () => {
  it("finds names without accents, whoever wrote them and in every Unicode form", async () => {
    const names = ["Wendyam Ouédraogo", "Pélagie Kambou", "Te\u0301ne\u0301 Kagambe\u0300ga"];
    const queries = ["OUEDRAOGO wend", "pélagie", "Téné", "electricien tene koudougou"];
    const found = await runAs(api, administrator, async (tx) => {
      for (const [index, name] of names.entries()) {
        await tx`
          insert into public.technicians (name, slug, specialty, specialty_slug, description, location)
          values (${name}, ${`accents-${index}`}, 'Électricien', 'electricite', 'Dépannage', 'Koudougou')`;
      }
      return tx<{ names: string[] }[]>`
        select array(
          select t.name from public.search_technicians(query) t where t.slug like 'accents-%' order by t.slug
        ) as names
        from unnest(${queries}::text[]) query`;
    });
    expect(found.map((row) => row.names)).toEqual([[names[0]], [names[1]], [names[2]], [names[2]]]);
  });

  it("uses its index", async () => {
    const plan = await runAs(api, visitor, async (tx) => {
      await tx`set local enable_seqscan = off`;
      return tx`explain select name from public.technician_profiles
        where private.technician_search_text(name, specialty, specialty_slug, location)
          like (private.to_word_patterns('sawa'))[1]`;
    });
    expect(JSON.stringify(plan)).toContain("technician_profiles_search_text_idx");
  });
});

it("has the documented defaults", async () => {
  const [technician] = await runAs(
    api,
    administrator,
    (tx) => tx`
      insert into public.technicians (name, slug, specialty, specialty_slug, description)
      values ('Défaut', 'defaut', 'Plomberie', 'plomberie', 'Dépannage')
      returning rating::float, review_count, experience, location, availability, satisfied_clients, verified_at`,
  );
  expect(technician).toEqual({
    rating: 0,
    review_count: 0,
    experience: 0,
    location: "",
    availability: "",
    satisfied_clients: 100,
    verified_at: null,
  });
});
