/** Who is an administrator, for the auth service, which knows no table of the shop. */
import type { Sql, TransactionSql } from "#backend/core/database/database.ts";

export async function isAdministrator(sql: Sql | TransactionSql, userId: string): Promise<boolean> {
  const [row] = await sql<{ is_admin: boolean }[]>`select private.is_admin_account(${userId}) as is_admin`;
  return row?.is_admin ?? false;
}
