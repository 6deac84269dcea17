/** What every table, view, function and trigger of the shop must satisfy, asked of Postgres's catalogues. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sql } from "../../../backend/core/database.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { namesFoundBy } from "./catalogues.ts";

let database: TestDatabase;
let owner: Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = database.connect("postgres");
});
afterAll(() => database.drop());

const find = (query: string) => namesFoundBy(owner, query);

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
        where n.nspname in ('public', 'private', 'auth', 'storage') and k.contype = 'f' and not exists (
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

describe("what the database does by itself", () => {
  it("triggers run as the caller only where they do no more than the caller may", async () => {
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
      // Pictures and their order, which are written by administrators.
      "close_image_gaps",
      // Changes the row that is being written, as do those that set and trim.
      "date_order_status",
      "follow_primary_image",
      "keep_one_primary_image",
      // Tells a name.
      "notify_table_change",
      "refuse_change",
      "set_discount",
      "set_updated_at",
      "trim_brand",
      // Stands for a view: the policies of the tables behind it decide.
      "write_technician",
    ]);
  });

  it("says when a row was changed, wherever there is a column for it", async () => {
    expect(
      await find(`
        select a.attrelid::regclass::text as name
        from pg_attribute a join pg_class c on c.oid = a.attrelid
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'updated_at'
          and not exists (
            select from pg_trigger t join pg_proc f on f.oid = t.tgfoid
            where t.tgrelid = c.oid and f.proname in ('set_updated_at', 'date_order_status')
          )`),
    ).toEqual([]);
  });

  it("defaults and checks call what those who insert may call", async () => {
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

  it("sequences are drawn from by their tables alone", async () => {
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

  it("deletions reach past the policies only as written here", async () => {
    expect(
      await find(`
        select format('%s: %s %s', k.confrelid::regclass, k.conrelid::regclass,
          case k.confdeltype when 'c' then 'go' else 'are let go of' end) as name
        from pg_constraint k join pg_namespace n on n.oid = k.connamespace
        where n.nspname in ${SHOP} and k.contype = 'f' and k.confdeltype <> 'a'
        order by 1`),
    ).toEqual([
      // Only the service ends an account. What was ordered and what was said stays.
      "auth.users: admin_users go",
      "auth.users: orders are let go of",
      "auth.users: product_reviews are let go of",
      "auth.users: profiles go",
      "auth.users: review_votes go",
      "auth.users: wishlist_items go",
      // Nobody deletes an order through the API.
      "orders: order_items go",
      "orders: product_reviews are let go of",
      "orders: review_requests go",
      // A review goes with its votes, a product with all that is about it, but never with the lines of an order.
      "product_reviews: review_votes go",
      "products: order_items are let go of",
      "products: product_images go",
      "products: product_reviews go",
      "products: review_requests go",
      "products: wishlist_items go",
      "technician_profiles: messages are let go of",
      "technician_profiles: technician_contacts go",
    ]);
  });

  it("what takes the rows of others with it is deleted by administrators or by nobody", async () => {
    const policies = await owner<{ name: string; condition: string }[]>`
      select distinct p.polrelid::regclass::text as name, pg_get_expr(p.polqual, p.polrelid) as condition
      from pg_policy p join pg_constraint k on k.confrelid = p.polrelid
      where k.contype = 'f' and k.confdeltype <> 'a' and p.polcmd in ('d', '*')
      order by name`;
    const condition = "( SELECT private.is_admin() AS is_admin)";
    expect(policies).toEqual(
      ["product_reviews", "products", "technician_profiles"].map((name) => ({ name, condition })),
    );
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
