/** Finds the Postgres that a running shop has started, for another program of the same user. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { connectDatabase, type DatabaseTarget } from "#backend/core/database/database.ts";

/** Null when no Postgres of this data directory accepts connections. */
export async function findRunningPostgres(dataDir: string): Promise<DatabaseTarget | null> {
  const text = await readFile(join(dataDir, "postgres/postmaster.pid"), "utf8").catch(() => "");
  // The fourth line is the port, the fifth the folder of the socket.
  const [, , , port, socketDir] = text.split("\n");
  if (!port || !socketDir) return null;
  const target: DatabaseTarget = { kind: "embedded", socketDir, port: Number(port), database: "postgres" };
  const sql = connectDatabase(target, { user: "supabase_admin", max: 1, applicationName: "setup" });
  try {
    await sql`select 1`;
    return target;
  } catch {
    return null;
  } finally {
    await sql.end({ timeout: 1 });
  }
}
