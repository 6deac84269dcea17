/**
 * The shop's own work at the server, beside what a Supabase does: what prepares the shop at the start, and what goes on
 * until the process stops (`startJobs`). `server.ts` gives it the backend.
 */
import type { Config } from "#backend/core/config/config.ts";
import type { Logger } from "#backend/core/observability/log.ts";
import type { Backend, RunStep } from "#backend/index.ts";
import { startBackups } from "./backups.ts";
import { insertDemoShop, needsDemoShop } from "./demo-shop.ts";
import { ensureAdministrator } from "./first-administrator.ts";
import { startLimits } from "./limits.ts";
import { type MessageConfig, startMail } from "./mail/index.ts";
import { startScheduledFunctions } from "./scheduled-functions.ts";
import { type StateConfig, startShopState } from "./shop-state.ts";
import { startUnusedImageCleanup } from "./unused-image-cleanup.ts";

/** The work of a start: the demo shop and the first administrator. Throws a StartupError. */
export async function prepareShop(
  backend: Pick<Backend, "target" | "createUser">,
  { demo, admin }: Pick<Config, "demo" | "admin">,
  step: RunStep,
): Promise<void> {
  const { target } = backend;
  if (demo && (await needsDemoShop(target)))
    await step("Filling the demo shop", () => insertDemoShop(target));
  await ensureAdministrator(backend, admin);
}

/** Starts the work that goes on until the process stops. Resolves to a function that stops it. */
export async function startJobs(
  backend: Pick<Backend, "target" | "fetch" | "serviceRoleKey" | "limits" | "onPageChange">,
  config: MessageConfig & StateConfig & Pick<Config, "backup">,
  log: Logger,
): Promise<() => Promise<void>> {
  const { target } = backend;
  const stops = [
    await startLimits(backend, log),
    startMail(target, config, log),
    startScheduledFunctions(target, log),
    startShopState(target, config, log),
    startBackups(target, config, log),
    startUnusedImageCleanup(backend.fetch, { siteUrl: config.siteUrl, key: backend.serviceRoleKey, log }),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
