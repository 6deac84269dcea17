/**
 * Postgres refuses to run as root. When root starts the shop (a container, a small server), Postgres runs
 * inside a user namespace as an ordinary user: no account is created and no file changes its owner. The user
 * id must have an account: 1 (daemon, bin) has one on every Linux, 1000 only when somebody created it.
 */
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from "node:child_process";
import { StartupError } from "#backend/core/errors.ts";

const UNPRIVILEGED_USER_ARGS = ["--user", "--map-user=1", "--map-group=1", "--"];

/**
 * Starts a Postgres program in a process group of its own, so that Ctrl-C reaches it only through this
 * process.
 */
export type Launch = (program: string, args: string[], options: SpawnOptions) => ChildProcess;

/** Throws a StartupError for root when no user namespace can be created. */
export function chooseLaunch(): Launch {
  if (process.getuid?.() !== 0) {
    return (program, args, options) => spawn(program, args, { ...options, detached: true });
  }
  if (spawnSync("unshare", [...UNPRIVILEGED_USER_ARGS, "true"]).status === 0) {
    return (program, args, options) =>
      spawn("unshare", [...UNPRIVILEGED_USER_ARGS, program, ...args], { ...options, detached: true });
  }
  throw new StartupError(
    "Postgres does not run as root and user namespaces are not allowed here: start the shop as an ordinary user, or set DATABASE_URL.",
  );
}
