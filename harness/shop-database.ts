/** Direct access to the database of a running shop, by its data directory. */
import { join } from "node:path";
import { connectDatabase, type DatabaseTarget, type Sql } from "#backend/core/database/database.ts";

export function getDatabaseTarget(dataDir: string): DatabaseTarget {
  return { kind: "embedded", socketDir: join(dataDir, "socket"), port: 5432, database: "postgres" };
}

/** Connects as the superuser, with at most `max` connections. */
export function openShopDatabase(dataDir: string, max = 1): Sql {
  const user = "supabase_admin";
  return connectDatabase(getDatabaseTarget(dataDir), { user, max, applicationName: "beside the shop" });
}
