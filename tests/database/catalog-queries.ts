/** Queries on Postgres's system catalogs; each returns the objects that break a rule. */
import type { Sql } from "#backend/core/database/database.ts";

/** The column `name` of a query's rows. */
export async function queryNames(owner: Sql, query: string): Promise<string[]> {
  const rows = await owner.unsafe<{ name: string }[]>(query);
  return rows.map((row) => row.name);
}
