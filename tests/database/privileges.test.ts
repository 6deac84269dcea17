/** The privileges of each role are those that are listed. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { productColumnNames } from "#app/features/admin/shared/fields/product-fields.ts";
import { SETTING_NAMES } from "#app/features/admin/shared/fields/settings-fields.ts";
import type { Sql } from "#backend/core/database/database.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import {
  FUNCTIONS,
  RELATIONS,
  readFunctionPrivileges,
  readRelationPrivileges,
} from "./expected-privileges.ts";

let database: TestDatabase;
let owner: Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = database.connect("postgres");
});
afterAll(() => database.drop());

it("grants on relations match this list, and no relation is missing", async () => {
  expect(await readRelationPrivileges(owner)).toEqual(RELATIONS);
});

it.each([
  ["products", productColumnNames],
  ["shop_settings", SETTING_NAMES],
])("each field of the form of %s may be saved", async (table, columns) => {
  const refused = await owner<{ column: string }[]>`
    select c as column from unnest(${columns}::text[]) c
    where not has_column_privilege('authenticated', ${`public.${table}`}, c, 'update')`;
  expect(refused).toEqual([]);
});

it("only the owner and the service role may truncate, reference or create triggers", async () => {
  const rows = await owner`
    select c.relname, r.role, p.privilege
    from pg_class c
    cross join unnest(array['anon', 'authenticated']) as r (role)
    cross join unnest(array['truncate', 'references', 'trigger']) as p (privilege)
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
      and has_table_privilege(r.role, c.oid, p.privilege)`;
  expect(rows).toEqual([]);
});

it("the service role has every privilege on every relation", async () => {
  const rows = await owner`
    select c.relname from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
      and not has_table_privilege('service_role', c.oid, 'select, insert, update, delete')`;
  expect(rows).toEqual([]);
});

it("grants on functions match this list", async () => {
  expect(await readFunctionPrivileges(owner)).toEqual(FUNCTIONS);
});
