/** Rules for every table, view, function and trigger of the shop, checked in Postgres's system catalogs. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import { JOBS } from "#jobs/scheduled-functions.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { queryNames } from "./catalog-queries.ts";
import { FOREIGN_KEYS, readForeignKeys } from "./expected-foreign-keys.ts";

let database: TestDatabase;
let owner: Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = database.connect("postgres");
});
afterAll(() => database.drop());

const find = (query: string) => queryNames(owner, query);

const SHOP = "('public', 'private')";

describe("tables", () => {
  it("have row-level security", async () => {
    expect(
      await find(`
        select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ${SHOP} and c.relkind in ('r', 'p') and not c.relrowsecurity`),
    ).toEqual([]);
  });

  it("have at least one policy", async () => {
    expect(
      await find(`
        select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ${SHOP} and c.relkind in ('r', 'p')
          and not exists (select from pg_policy p where p.polrelid = c.oid)`),
    ).toEqual([]);
  });

  it("have a primary key", async () => {
    expect(
      await find(`
        select c.oid::regclass::text as name from pg_class c
        where c.relnamespace::regnamespace::text in ('public', 'private', 'auth', 'storage', 'realtime')
          and c.relkind in ('r', 'p') and not exists (
            select from pg_constraint k where k.conrelid = c.oid and k.contype = 'p')
        order by name`),
    ).toEqual([]);
  });

  it("take no date of visitors, customers or staff that a browser cannot read", async () => {
    expect(
      await find(`
        select distinct a.attrelid::regclass || '.' || a.attname as name
        from pg_attribute a join pg_class c on c.oid = a.attrelid, unnest('{anon,authenticated}'::text[]) role
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
          and a.atttypid in ('date'::regtype, 'timestamptz'::regtype) and a.attnum > 0
          and has_column_privilege(role, a.attrelid, a.attnum, 'insert, update')
          and not exists (
            select from pg_constraint k
            where k.conrelid = a.attrelid and k.contype = 'c' and k.conkey = array[a.attnum]
              and pg_get_constraintdef(k.oid) ~ '0001-01-01.*9999-12-31'
          )`),
    ).toEqual([]);
  });

  it("have a comment", async () => {
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
        where n.nspname in ('public', 'private', 'auth', 'storage') and k.contype = 'f' and not exists (
          select from pg_index i
          -- A deletion looks for the rows that have the key: those without may be left out.
          where i.indrelid = k.conrelid and (
              i.indpred is null
              or cardinality(k.conkey) = 1 and pg_get_expr(i.indpred, i.indrelid)
                = format('(%s IS NOT NULL)', (select attname from pg_attribute where attrelid = k.conrelid and attnum = k.conkey[1]))
            )
            and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey
        )`),
    ).toEqual([]);
  });

  it("have no index on stock but a BRIN, so that an order does not rewrite the product's index entries", async () => {
    expect(
      await find(`
        select indexdef as name from pg_indexes where tablename = 'products' and indexdef ~ '\\mstock\\M'
          and indexdef !~ 'USING brin'`),
    ).toEqual([]);
  });
});

describe("triggers, defaults and deletions", () => {
  it("triggers run as the caller only where they need no more than the caller's privileges", async () => {
    expect(
      await find(`
        select distinct f.proname::text as name
        from pg_trigger t
        join pg_proc f on f.oid = t.tgfoid
        join pg_class c on c.oid = t.tgrelid
        join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ${SHOP} and not t.tgisinternal and not f.prosecdef
        order by name`),
    ).toEqual([
      // Images and their order, which administrators write.
      "close_display_order_gaps",
      "copy_primary_image",
      "enforce_one_primary_image",
      // These change the row that is being written, or reject it.
      "prepare_limit",
      "reject_audit_log_change",
      "set_discount",
      "set_entered_stage",
      "set_order_status_timestamps",
      "set_product_search_text",
      "set_review_identity",
      "set_synonym_query",
      "set_updated_at",
      // Implements writes on a view: the policies of the underlying tables apply.
      "write_technician",
    ]);
  });

  it("updated_at is maintained wherever the column exists", async () => {
    expect(
      await find(`
        select a.attrelid::regclass::text as name
        from pg_attribute a join pg_class c on c.oid = a.attrelid
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'updated_at'
          and not exists (
            select from pg_trigger t join pg_proc f on f.oid = t.tgfoid
            where t.tgrelid = c.oid and f.proname in ('set_updated_at', 'set_order_status_timestamps')
          )`),
    ).toEqual([]);
  });

  it("defaults and checks call functions that the inserting roles may execute", async () => {
    expect(
      await find(`
        select format('%s: %s (%s)', c.oid::regclass, f.oid::regprocedure, r.role) as name
        from pg_depend d
        join pg_proc f on d.refclassid = 'pg_proc'::regclass and f.oid = d.refobjid
        left join pg_attrdef v on d.classid = 'pg_attrdef'::regclass and v.oid = d.objid
        left join pg_constraint k on d.classid = 'pg_constraint'::regclass and k.oid = d.objid
        join pg_class c on c.oid = coalesce(v.adrelid, nullif(k.conrelid, 0))
        join pg_namespace n on n.oid = c.relnamespace
        cross join unnest(array['anon', 'authenticated', 'service_role']) as r (role)
        where n.nspname in ${SHOP} and has_any_column_privilege(r.role, c.oid, 'insert')
          and not has_function_privilege(r.role, f.oid, 'execute')`),
    ).toEqual([]);
  });

  it("sequences are used by their tables only", async () => {
    expect(
      await find(`
        select format('%s (%s)', c.oid::regclass, r.role) as name
        from pg_class c
        join pg_namespace n on n.oid = c.relnamespace
        cross join unnest(array['anon', 'authenticated']) as r (role)
        where n.nspname in ${SHOP} and c.relkind = 'S'
          and has_sequence_privilege(r.role, c.oid, 'usage, select, update')`),
    ).toEqual([]);
  });

  it("each foreign key is listed, with what it does to the rows that refer to a deleted one", async () => {
    expect(await readForeignKeys(owner)).toEqual(FOREIGN_KEYS);
  });

  it("rows whose deletion cascades to other users' rows are deleted by administrators or by nobody", async () => {
    const policies = await owner<{ name: string; condition: string }[]>`
      select distinct p.polrelid::regclass::text as name, pg_get_expr(p.polqual, p.polrelid) as condition
      from pg_policy p join pg_constraint k on k.confrelid = p.polrelid
      where k.contype = 'f' and k.confdeltype <> 'a' and p.polcmd in ('d', '*')
      order by name`;
    const administrators = "( SELECT private.is_admin() AS is_admin)";
    const delivery = "( SELECT private.has_right('delivery.write'::text) AS has_right)";
    const prices = "( SELECT private.has_right('prices.write'::text) AS has_right)";
    expect(policies.map(({ name, condition }) => [name, condition])).toEqual([
      ["attributes", "( SELECT private.has_right('catalog.write'::text) AS has_right)"],
      ["categories", administrators],
      ["delivery_zones", delivery],
      ["pickup_points", delivery],
      ["price_lists", prices],
      ["product_reviews", administrators],
      ["products", administrators],
      ["promo_codes", prices],
      ["technician_profiles", administrators],
    ]);
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

  it("are not executable by PUBLIC by default", async () => {
    expect(
      await find(`
        select p.oid::regprocedure::text as name
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where n.nspname in ${SHOP} and (p.proacl is null or exists (
          select from aclexplode(p.proacl) acl where acl.grantee = 0
        ))`),
    ).toEqual([]);
  });

  it("of extensions are not in the exposed schema", async () => {
    expect(
      await find(`
        select p.oid::regprocedure::text as name from pg_proc p join pg_depend d on d.objid = p.oid
        where p.pronamespace = 'public'::regnamespace and d.deptype = 'e'`),
    ).toEqual([]);
  });

  it("exist if they are called on a schedule, and return whether there is more", async () => {
    const scheduled = JOBS.flatMap(({ functions }) => functions).toSorted();
    expect(
      await find(`
        select p.proname as name from pg_proc p
        where p.pronamespace = 'private'::regnamespace and p.prorettype = 'boolean'::regtype
          and p.pronargs = p.pronargdefaults and p.proname in (${scheduled.map((name) => `'${name}'`).join(", ")})
        order by name`),
    ).toEqual(scheduled);
  });
});
