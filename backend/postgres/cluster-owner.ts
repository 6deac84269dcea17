/** The user whose cluster it is. Postgres runs as no other, and what another one leaves beside it would be in its way. */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { StartupError } from "#backend/core/errors.ts";

/** Throws a StartupError when the data directory has the cluster of another user, as when root runs a command. */
export async function refuseForeignCluster(dataDir: string): Promise<void> {
  const owner = await stat(join(dataDir, "postgres")).then(
    ({ uid }) => uid,
    () => null,
  );
  const user = process.getuid?.();
  if (owner === null || user === undefined || owner === user) return;
  throw new StartupError(
    `${dataDir} is the shop of another user: run this as that user (sudo -u '#${owner}' …), or set another DATA_DIR.`,
  );
}
