/** The service's settings in the database, and how a change takes effect. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import { type Cinema, openCinema } from "./cinema.ts";

let cinema: Cinema;
let owner: Sql;
/** The role of a hosted project's migrations. */
let project: Sql;
beforeAll(async () => {
  cinema = await openCinema({ txEnd: "commit" });
  owner = cinema.database.connect("supabase_admin", 1);
  project = cinema.database.connect("postgres", 1);
});
afterAll(() => cinema.close());

/** For this database only: roles are shared by all. */
async function set(name: string, value: string | null): Promise<void> {
  const [row] = await project<{ name: string }[]>`select current_database() as name`;
  const change = value === null ? `reset pgrst.${name}` : `set pgrst.${name} = '${value}'`;
  await project.unsafe(`alter role authenticator in database "${row?.name}" ${change}`);
  await cinema.rest.reloadSchema();
}

const get = (path: string, headers?: Record<string, string>) => cinema.call("GET", path, { headers });

describe("the database's own settings", () => {
  test("define the exposed schemas, the row limit and whether aggregates are enabled", async () => {
    expect((await get("people?select=count()")).status).toBe(400);
    await set("db_schemas", "archive, cinema");
    await set("db_max_rows", "2");
    await set("db_aggregates_enabled", "true");
    expect((await get("boxes")).json).toHaveLength(1);
    const people = await get("people?order=id", { "accept-profile": "cinema" });
    expect(people.json).toHaveLength(2);
    expect((await get("people?select=count()", { "accept-profile": "cinema" })).json).toEqual([{ count: 3 }]);
    for (const name of ["db_schemas", "db_max_rows", "db_aggregates_enabled"]) await set(name, null);
    expect((await get("people")).json).toHaveLength(3);
  });

  test("define how a transaction ends, and who may override it", async () => {
    const rows = async () => (await get("people?select=id&id=eq.70")).json;
    const write = (prefer: string) =>
      cinema.call("POST", "people", { body: { id: 70, name: "x" }, headers: { prefer } });
    await set("db_tx_end", "rollback");
    const forced = await write("tx=commit");
    expect(forced.status).toBe(201);
    expect(forced.headers.get("preference-applied")).toBeNull();
    expect(await rows()).toEqual([]);
    await set("db_tx_end", "rollback-allow-override");
    expect((await write("return=minimal")).status).toBe(201);
    expect(await rows()).toEqual([]);
    const committed = await write("tx=commit");
    expect(committed.headers.get("preference-applied")).toBe("tx=commit");
    expect(await rows()).toEqual([{ id: 70 }]);
    // An error that only the commit would raise is reported all the same.
    await owner.unsafe(`
      create table cinema.seats (row int unique deferrable initially deferred);
      grant all on cinema.seats to anon`);
    await cinema.rest.reloadSchema();
    expect(await cinema.call("POST", "seats", { body: [{ row: 1 }, { row: 1 }] })).toMatchObject({
      status: 409,
      json: { code: "23505" },
    });
    await set("db_tx_end", null);
  });

  test("name a function that runs before each statement", async () => {
    await owner.unsafe(`
      create function public.gate() returns void language plpgsql as $$ begin
        if current_setting('request.headers')::json ->> 'x-door' = 'shut' then
          raise sqlstate 'PT423' using message = 'Closed';
        end if;
        perform set_config('response.headers', '[{"X-Gate": "open"}]', true); end $$`);
    await set("db_pre_request", "public.gate");
    for (let again = 0; again < 4; again++) {
      expect((await get("genres?select=id")).headers.get("x-gate")).toBe("open");
      expect(await get("genres?select=id", { "x-door": "shut" })).toMatchObject({
        status: 423,
        json: { message: "Closed" },
      });
    }
    expect(
      await cinema.call("PATCH", "genres?id=eq.1", { body: {}, headers: { "x-door": "shut" } }),
    ).toMatchObject({
      status: 423,
    });
    await set("db_pre_request", null);
    expect((await get("genres")).headers.get("x-gate")).toBeNull();
  });

  test("define the claim of the role, the audience and what responses repeat", async () => {
    const whoami = async (claims: Record<string, unknown>, headers?: Record<string, string>) => {
      const response = await cinema.call("GET", "rpc/whoami", { claims, headers });
      return { ...response, role: Object(response.json).role };
    };
    const claims = { aud: "shop", role: "anon", app_metadata: { role: "authenticated" } };
    await set("jwt_role_claim_key", ".app_metadata.role");
    await set("jwt_aud", "shop");
    await set("server_trace_header", "X-Request-Id");
    await set("server_timing_enabled", "false");
    const response = await whoami(claims, { "x-request-id": "r1" });
    expect(response.role).toBe("authenticated");
    expect(response.headers.get("x-request-id")).toBe("r1");
    expect(response.headers.get("server-timing")).toBeNull();
    expect((await whoami({ aud: "shop" })).role).toBe("anon");
    const foreign = await whoami({ ...claims, aud: "elsewhere" }, { "x-request-id": "r2" });
    expect(foreign).toMatchObject({
      status: 401,
      json: { code: "PGRST303", message: "JWT not in audience" },
    });
    expect(foreign.headers.get("x-request-id")).toBe("r2");
    for (const name of ["jwt_role_claim_key", "jwt_aud", "server_trace_header", "server_timing_enabled"]) {
      await set(name, null);
    }
    expect((await whoami({ ...claims, aud: "elsewhere" })).role).toBe("anon");
  });

  test("can require a token", async () => {
    await set("db_anon_role", "");
    const response = await get("people");
    expect(response).toMatchObject({
      status: 401,
      json: { code: "PGRST302", message: "Anonymous access is disabled", details: null, hint: null },
    });
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
    expect((await cinema.call("GET", "people", { claims: { role: "anon" } })).status).toBe(200);
    await set("db_anon_role", null);
  });

  test("with invalid values change nothing", async () => {
    await set("db_max_rows", "many");
    await set("db_tx_end", "maybe");
    await set("db_plan_enabled", "perhaps");
    expect((await get("people")).status).toBe(200);
    expect((await get("people", { accept: "application/vnd.pgrst.plan" })).status).toBe(406);
    for (const name of ["db_max_rows", "db_tx_end", "db_plan_enabled"]) await set(name, null);
  });
});

describe("the schema", () => {
  test("is reloaded after each change", async () => {
    await owner.unsafe(
      "create table cinema.props (id int primary key, movie_id int references cinema.movies)",
    );
    await owner.unsafe("grant all on cinema.props to anon");
    await expect.poll(async () => (await get("props?select=id,movies(id)")).json).toEqual([]);
    await owner.unsafe("alter table cinema.props add column name text default 'hat'");
    const insert = () =>
      cinema.call("POST", "props?columns=id,name", {
        body: [{ id: 1 }],
        headers: { prefer: "return=representation, missing=default, resolution=merge-duplicates" },
      });
    await expect.poll(async () => (await insert()).json).toMatchObject([{ id: 1, name: "hat" }]);
    const request = () =>
      Promise.all(Array.from({ length: 5 }, async () => (await get("props?select=id&id=eq.1")).json));
    for (let again = 0; again < 4; again++)
      expect((await request()).flat()).toEqual(Array(5).fill({ id: 1 }));
    await owner.unsafe("alter table cinema.props alter column id type text");
    const asText = Array(5).fill({ id: "1" });
    await expect.poll(async () => (await request()).flat()).toEqual(asText);
    for (let again = 0; again < 4; again++) expect((await request()).flat()).toEqual(asText);
    await owner.unsafe("drop table cinema.props");
    await expect.poll(async () => (await get("props")).json).toMatchObject({ code: "PGRST205" });
  });

  test("is reloaded on request", async () => {
    const [row] = await owner<{ name: string }[]>`select current_database() as name`;
    await owner.unsafe(`alter role authenticator in database "${row?.name}" set pgrst.db_max_rows = '1'`);
    await owner.notify("pgrst", "reload config");
    await expect.poll(async () => (await get("people")).json).toHaveLength(1);
    await owner.unsafe(`alter role authenticator in database "${row?.name}" reset pgrst.db_max_rows`);
    await owner.notify("pgrst", "");
    await expect.poll(async () => (await get("people")).json).toHaveLength(4);
  });
});
