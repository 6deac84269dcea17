/** One connection for the work of a start: migrations, the demo shop, the first administrator. */
import { connectDatabase, type DatabaseTarget, type DatabaseUser, type Sql } from "./database.ts";

/** Runs `work` on one connection. Closing it also releases its session locks. */
export async function withConnection<T>(
  target: DatabaseTarget,
  user: DatabaseUser,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  const sql = connectDatabase(target, { user, max: 1, applicationName: "setup" });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
