/**
 * The work of a process in front of a hosted Supabase: it sends the shop's mails and counts its daily sums, since the
 * hosted project does neither.
 */
import type { DatabaseTarget } from "#backend/core/database/database.ts";
import { refuseTransactionPooler } from "#backend/core/database/external-database.ts";
import type { Logger } from "#backend/core/observability/log.ts";
import { type MessageConfig, startMail } from "./mail/index.ts";
import { SALES_DAYS, startScheduledFunctions } from "./scheduled-functions.ts";

/** Resolves to a function that stops it. Throws a StartupError. */
export async function startHostedJobs(
  databaseUrl: string,
  config: MessageConfig,
  log: Logger,
): Promise<() => Promise<void>> {
  const target: DatabaseTarget = { kind: "url", url: databaseUrl };
  await refuseTransactionPooler(target);
  const stops = [startMail(target, config, log), startScheduledFunctions(target, log, [SALES_DAYS])];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
