/** Rules for every row-level security policy, checked in Postgres's system catalogs. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { queryNames } from "./catalog-queries.ts";

let database: TestDatabase;
let owner: Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = database.connect("postgres");
});
afterAll(() => database.drop());

const find = (query: string) => queryNames(owner, query);

/** Includes the services' tables, on which the shop has policies. */
const POLICED = "('public', 'private', 'storage', 'realtime')";

describe("policies", () => {
  it("name the roles that they apply to", async () => {
    expect(
      await find(
        `select policyname as name from pg_policies where schemaname in ${POLICED} and 'public' = any (roles)`,
      ),
    ).toEqual([]);
  });

  it("are one per operation and role, except for files, where each bucket has its own", async () => {
    expect(
      await find(`
        select format('%s %s %s', tablename, cmd, role) as name
        from pg_policies, unnest(roles) as role
        where schemaname in ${POLICED} group by tablename, cmd, role having count(*) > 1
        union all
        select policyname from pg_policies where schemaname in ${POLICED} and cmd = 'ALL' order by 1`),
    ).toEqual(["objects INSERT authenticated", "objects SELECT authenticated"]);
  });

  it("evaluate the caller once per statement and not once per row", async () => {
    expect(
      await find(`
        select policyname as name
        from pg_policies, concat_ws(' ', qual, with_check) as body
        where schemaname in ${POLICED}
          and regexp_replace(body, 'SELECT \\w+\\.\\w+\\(\\)', '', 'g') ~ '\\w\\(\\)|current_setting'`),
    ).toEqual([]);
  });

  it("do not trust metadata that users can write themselves", async () => {
    expect(
      await find(`
        select policyname as name from pg_policies
        where schemaname in ${POLICED} and concat_ws(' ', qual, with_check) ~ 'user_metadata|auth\\.email|''email'''`),
    ).toEqual([]);
  });

  it("use an index, except for those listed", async () => {
    expect(
      await find(`
        select distinct format('%s.%s', p.polrelid::regclass, a.attname) as name
        from pg_policy p
        join pg_class c on c.oid = p.polrelid
        join pg_namespace n on n.oid = c.relnamespace
        join pg_depend d on d.classid = 'pg_policy'::regclass and d.objid = p.oid
          and d.refclassid = 'pg_class'::regclass and d.refobjid = p.polrelid
        join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
        where n.nspname in ${POLICED} and p.polcmd <> 'a' and not exists (
          select from pg_index i where i.indrelid = p.polrelid and i.indpred is null and i.indkey[0] = a.attnum
        )
        order by name`),
    ).toEqual([
      // The policy only checks the one mail that is sent again.
      "mails.sent_at",
      // A shop has a handful of them.
      "pickup_points.is_active",
      // Nearly all reviews are published: the product's index is the useful one.
      "product_reviews.is_published",
      // Within a bucket, with which the index begins.
      "storage.objects.name",
    ]);
  });

  it("call functions with a correct volatility, which their roles may execute", async () => {
    // An immutable function would be evaluated once for all callers, a leakproof one before the policy.
    expect(
      await find(`
        select format('%s: %s', p.polname, f.oid::regprocedure) as name
        from pg_policy p
        join pg_class c on c.oid = p.polrelid
        join pg_namespace n on n.oid = c.relnamespace
        join pg_depend d on d.classid = 'pg_policy'::regclass and d.objid = p.oid
          and d.refclassid = 'pg_proc'::regclass
        join pg_proc f on f.oid = d.refobjid
        cross join unnest(p.polroles) as role
        where n.nspname in ${POLICED}
          and (f.provolatile <> 's' or f.proleakproof or not has_function_privilege(role, f.oid, 'execute'))`),
    ).toEqual([]);
  });

  it("use only Postgres's own operators", async () => {
    // Only other operators appear in the catalog.
    expect(
      await find(`
        select format('%s: %s', p.polname, d.refobjid::regoperator) as name
        from pg_policy p
        join pg_depend d on d.classid = 'pg_policy'::regclass and d.objid = p.oid
          and d.refclassid = 'pg_operator'::regclass`),
    ).toEqual([]);
  });
});
