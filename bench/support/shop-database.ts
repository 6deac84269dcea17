/** The database of a shop that runs on a data directory, reached beside the shop itself. */
import { join } from "node:path";
import { connectDatabase, type DatabaseTarget, type Sql } from "../../backend/core/database.ts";

export function databaseIn(dataDir: string): DatabaseTarget {
  return { kind: "embedded", socketDir: join(dataDir, "socket"), port: 5432, database: "postgres" };
}

/** As the superuser, over at most `max` connections. */
export function openDatabaseIn(dataDir: string, max = 1): Sql {
  const user = "supabase_admin";
  return connectDatabase(databaseIn(dataDir), { user, max, applicationName: "beside the shop" });
}
