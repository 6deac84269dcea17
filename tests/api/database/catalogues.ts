/** Questions to Postgres's catalogues, each of which finds what breaks a rule. */
import type { Sql } from "../../../backend/core/database.ts";

/** The column `name` of what a query finds. */
export async function namesFoundBy(owner: Sql, query: string): Promise<string[]> {
  const rows = await owner.unsafe<{ name: string }[]>(query);
  return rows.map((row) => row.name);
}
