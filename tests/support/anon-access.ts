/**
 * Temporary restrictions of what visitors can read in the shop's database. Each function returns its undo.
 */
import type { Sql } from "#backend/core/database/database.ts";

type Undo = () => Promise<void>;

/** Revokes a table from visitors: every read of it fails, as with a fault in the backend. */
export async function revokeRead(sql: Sql, table: string): Promise<Undo> {
  const columns = await sql<{ name: string }[]>`
    select column_name as name from information_schema.column_privileges
    where table_schema = 'public' and table_name = ${table} and grantee = 'anon' and privilege_type = 'SELECT'`;
  const readable = columns.map(({ name }) => name);
  await sql`revoke select on ${sql(table)} from anon`;
  return async () => {
    await sql`grant select (${sql(readable)}) on ${sql(table)} to anon`;
  };
}

/** Shows visitors only the rows of a table that satisfy an SQL condition. */
export async function restrictRows(sql: Sql, table: string, condition: string): Promise<Undo> {
  await sql`
    create policy "shown in this test" on ${sql(table)} as restrictive for select to anon
    using (${sql.unsafe(condition)})`;
  return async () => {
    await sql`drop policy "shown in this test" on ${sql(table)}`;
    // No row has changed, so the shop would go on sharing what it read meanwhile, for a page that it made again by itself.
    await sql`select pg_notify('page_changes', 'anything')`;
  };
}
