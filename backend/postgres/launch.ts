/**
 * Postgres refuses to run as root. Where the shop is started by root (a container, a small server), it is
 * run inside a user namespace in which it is an ordinary user; no account is made and no file changes hands.
 * It has to be a number that has an account: 1 (daemon, bin) has one on every Linux, 1000 only after somebody made it.
 */
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from "node:child_process";
import { StartError } from "../core/errors.ts";

const AS_ORDINARY_USER = ["--user", "--map-user=1", "--map-group=1", "--"];

/** Starts a Postgres program in a process group of its own, so that Ctrl-C reaches it through us only. */
export type Launch = (program: string, args: string[], options: SpawnOptions) => ChildProcess;

/** Throws a StartError for root where no user namespace can be made. */
export function chooseLaunch(): Launch {
  if (process.getuid?.() !== 0) {
    return (program, args, options) => spawn(program, args, { ...options, detached: true });
  }
  if (spawnSync("unshare", [...AS_ORDINARY_USER, "true"]).status === 0) {
    return (program, args, options) =>
      spawn("unshare", [...AS_ORDINARY_USER, program, ...args], { ...options, detached: true });
  }
  throw new StartError(
    "Postgres does not run as root and user namespaces are not allowed here: start the shop as an ordinary user, or set DATABASE_URL.",
  );
}
