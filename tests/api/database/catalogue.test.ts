/** What every table, view, function and policy of the shop must satisfy, asked of Postgres's catalogues. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sql } from "../../../backend/core/database.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";

let database: TestDatabase;
let owner: Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = database.connect("postgres");
});
afterAll(() => database.drop());

/** The names that a query finds; each test wants none. */
async function find(query: string): Promise<string[]> {
  const rows = await owner.unsafe<{ name: string }[]>(query);
  return rows.map((row) => row.name);
}

const SHOP = "('public', 'private')";

describe("tables", () => {
  it("have row-level security", async () => {
    expect(
      await find(`
        select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ${SHOP} and c.relkind in ('r', 'p') and not c.relrowsecurity`),
    ).toEqual([]);
  });

  it("have a policy at least", async () => {
    expect(
      await find(`
        select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ${SHOP} and c.relkind in ('r', 'p')
          and not exists (select from pg_policy p where p.polrelid = c.oid)`),
    ).toEqual([]);
  });

  it("say what they are for", async () => {
    expect(
      await find(`
        select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ${SHOP} and c.relkind in ('r', 'p', 'v') and obj_description(c.oid, 'pg_class') is null`),
    ).toEqual([]);
  });

  it("have an index for each foreign key", async () => {
    expect(
      await find(`
        select k.conname as name from pg_constraint k join pg_namespace n on n.oid = k.connamespace
        where n.nspname in ${SHOP} and k.contype = 'f' and not exists (
          select from pg_index i
          where i.indrelid = k.conrelid and i.indpred is null
            and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey
        )`),
    ).toEqual([]);
  });

  it("keep stock out of every index, so that an order rewrites no index of the products", async () => {
    expect(
      await find(`
        select indexdef as name from pg_indexes where tablename = 'products' and indexdef ~ '\\mstock\\M'`),
    ).toEqual([]);
  });
});

describe("policies", () => {
  it("name the roles that they are for", async () => {
    expect(
      await find(
        `select policyname as name from pg_policies where schemaname in ${SHOP} and 'public' = any (roles)`,
      ),
    ).toEqual([]);
  });

  it("are one for each operation and role", async () => {
    expect(
      await find(`
        select format('%s %s %s', tablename, cmd, role) as name
        from pg_policies, unnest(roles) as role
        where schemaname in ${SHOP} group by tablename, cmd, role having count(*) > 1
        union all
        select policyname from pg_policies where schemaname in ${SHOP} and cmd = 'ALL'`),
    ).toEqual([]);
  });

  it("ask who calls once for each statement and not once for each row", async () => {
    expect(
      await find(`
        select policyname as name
        from pg_policies, concat_ws(' ', qual, with_check) as body
        where schemaname in ${SHOP}
          and regexp_replace(body, 'SELECT (auth\\.(uid|jwt|role|email)|private\\.(is_admin|may_administer))\\(\\)', '', 'g')
            ~ '(auth\\.(uid|jwt|role|email)|private\\.(is_admin|may_administer))\\(\\)'`),
    ).toEqual([]);
  });

  it("trust nothing that a user may write about themselves", async () => {
    expect(
      await find(`
        select policyname as name from pg_policies
        where schemaname in ${SHOP} and concat_ws(' ', qual, with_check) ~ 'user_metadata|auth\\.email|''email'''`),
    ).toEqual([]);
  });
});

describe("views", () => {
  it("run as the caller", async () => {
    expect(
      await find(`
        select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ${SHOP} and (c.relkind = 'm'
          or c.relkind = 'v' and not coalesce('security_invoker=on' = any (c.reloptions), false))`),
    ).toEqual([]);
  });
});

describe("functions", () => {
  it("run as their owner only in schema private", async () => {
    expect(
      await find(`
        select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where n.nspname = 'public' and p.prosecdef`),
    ).toEqual([]);
  });

  it("have a search path of their own", async () => {
    expect(
      await find(`
        select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where n.nspname in ${SHOP} and not coalesce('search_path=""' = any (p.proconfig), false)`),
    ).toEqual([]);
  });

  it("are not for everyone by default", async () => {
    expect(
      await find(`
        select p.oid::regprocedure::text as name
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where n.nspname in ${SHOP} and (p.proacl is null or exists (
          select from aclexplode(p.proacl) acl where acl.grantee = 0
        ))`),
    ).toEqual([]);
  });

  it("of extensions stay out of the exposed schema", async () => {
    expect(
      await find(`
        select p.oid::regprocedure::text as name from pg_proc p join pg_depend d on d.objid = p.oid
        where p.pronamespace = 'public'::regnamespace and d.deptype = 'e'`),
    ).toEqual([]);
  });
});
