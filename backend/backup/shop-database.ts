/** The database of a shop, running or not, for a program beside it. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "#backend/core/config/config.ts";
import type { DatabaseTarget, TransactionSql } from "#backend/core/database/database.ts";
import { VALUE_FORMAT_SETTINGS } from "#backend/core/database/database.ts";
import { checkExternalDatabase } from "#backend/core/database/external-database.ts";
import { StartupError } from "#backend/core/errors.ts";
import type { Logger } from "#backend/core/observability/log.ts";
import { refuseForeignCluster } from "#backend/postgres/cluster-owner.ts";
import { findRunningPostgres } from "#backend/postgres/running-postgres.ts";
import { startShopPostgres } from "#backend/postgres/shop-postgres.ts";

/** Where a shop has its data. */
export type ShopLocation = Pick<Config, "dataDir" | "databaseUrl" | "s3" | "backup">;

export interface OpenDatabase {
  target: DatabaseTarget;
  /** Stops what was started for it. */
  close(): Promise<void>;
}

/** Settings without which rows could be missing, or a long transaction could end early. */
const TRANSACTION_SETTINGS = {
  ...VALUE_FORMAT_SETTINGS,
  // An error instead of missing rows, where a policy would hide some of them from this role.
  row_security: "off",
  statement_timeout: 0,
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 0,
};

/** Connects to the database of a shop; starts its Postgres while the shop is stopped. Throws a StartupError. */
export async function openShopDatabase(location: ShopLocation, log: Logger): Promise<OpenDatabase> {
  const { dataDir, databaseUrl } = location;
  if (databaseUrl) return openDatabaseUrl(databaseUrl);
  await refuseForeignCluster(dataDir);
  const running = await findRunningPostgres(dataDir);
  if (running) return { target: running, close: async () => {} };
  if (!existsSync(join(dataDir, "postgres/PG_VERSION"))) {
    throw new StartupError(`${dataDir} holds no shop: set DATA_DIR or DATABASE_URL as the shop has them.`);
  }
  const server = await startShopPostgres(location, log);
  return { target: server.target("postgres"), close: server.stop };
}

export async function openDatabaseUrl(url: string): Promise<OpenDatabase> {
  const target: DatabaseTarget = { kind: "url", url };
  await checkExternalDatabase(target);
  return { target, close: async () => {} };
}

export async function applyTransactionSettings(tx: TransactionSql): Promise<void> {
  for (const [name, value] of Object.entries(TRANSACTION_SETTINGS)) {
    await tx`select set_config(${name}, ${String(value)}, true)`;
  }
}
