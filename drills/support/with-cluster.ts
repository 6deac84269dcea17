/** The database of a data directory whose shop is not running. */
import type { Sql } from "#backend/core/database/database.ts";
import { withConnection } from "#backend/core/database/with-connection.ts";
import { createLogger } from "#backend/core/observability/log.ts";
import { startPostgres } from "#backend/postgres/index.ts";

/** Runs `work` as the superuser of a data directory that no shop uses. */
export async function withCluster<T>(dataDir: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const postgres = await startPostgres({ dataDir, log: createLogger("error") });
  try {
    return await withConnection(postgres.target("postgres"), "supabase_admin", work);
  } finally {
    await postgres.stop();
  }
}
