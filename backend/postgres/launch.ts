/**
 * Postgres refuses to run as root. When root starts the shop (a container, a small server), Postgres runs
 * inside a user namespace as an ordinary user: no account is created and no file changes its owner. The user
 * id must have an account: 1 (daemon, bin) has one on every Linux, 1000 only when somebody created it.
 */
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from "node:child_process";
import { getProgramEnvironment } from "#backend/core/config/program-environment.ts";
import { StartupError } from "#backend/core/errors.ts";

const UNPRIVILEGED_USER_ARGS = ["--user", "--map-user=1", "--map-group=1", "--"];

/**
 * Starts a Postgres program in a process group of its own, so that Ctrl-C reaches it only through this
 * process, and without this process's secrets in its environment.
 */
export type Launch = (program: string, args: string[], options: Pick<SpawnOptions, "stdio">) => ChildProcess;

/** Throws a StartupError for root when no user namespace can be created. */
export function chooseLaunch(): Launch {
  const env = getProgramEnvironment();
  const own = { env, detached: true };
  if (process.getuid?.() !== 0)
    return (program, args, options) => spawn(program, args, { ...options, ...own });
  if (spawnSync("unshare", [...UNPRIVILEGED_USER_ARGS, "true"], { env }).status === 0) {
    return (program, args, options) =>
      spawn("unshare", [...UNPRIVILEGED_USER_ARGS, program, ...args], { ...options, ...own });
  }
  throw new StartupError(
    "Postgres does not run as root and user namespaces are not allowed here: start the shop as an ordinary user, or set DATABASE_URL.",
  );
}
