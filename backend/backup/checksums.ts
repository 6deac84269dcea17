/**
 * Checksums of tables, by which a restored database is compared with the one that was backed up. A checksum is the sum of
 * a hash of each row, so that neither the order of the rows nor memory to sort them matters.
 */
import type { Sql, TransactionSql } from "#backend/core/database/database.ts";
import { quoteIdentifier, quoteQualified } from "#backend/core/database/sql-text.ts";
import type { BackedUpTable } from "./manifest.ts";

type SummedTable = Required<BackedUpTable>;

export async function sumTable(
  sql: Sql | TransactionSql,
  { schema, name, columns }: Pick<BackedUpTable, "schema" | "name" | "columns">,
): Promise<SummedTable> {
  const values = columns.map((column) => `${quoteIdentifier(column)}::text`).join(", ");
  const [row] = await sql.unsafe<{ rows: string; checksum: string }[]>(`
    select count(*)::text as rows,
      coalesce(sum(('x' || left(md5(json_build_array(${values})::text), 16))::bit(64)::bigint), 0)::text as checksum
    from ${quoteQualified({ schema, name })}`);
  if (!row) throw new Error("the checksum of a table returned no row");
  return { schema, name, columns, rows: Number(row.rows), checksum: row.checksum };
}

/** The names of the tables that differ from what was backed up. */
export async function findDifferences(
  sql: Sql | TransactionSql,
  expected: readonly BackedUpTable[],
  signal: AbortSignal,
): Promise<string[]> {
  const differences: string[] = [];
  for (const table of expected) {
    signal.throwIfAborted();
    const { rows, checksum } = await sumTable(sql, table);
    const isSame = rows === table.rows && (table.checksum === undefined || checksum === table.checksum);
    if (!isSame) differences.push(`${table.schema}.${table.name}`);
  }
  return differences;
}
