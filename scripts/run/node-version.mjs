/**
 * Chooses the Node that runs the shop: 24 strips types by itself; the lockfile has one for machines with an
 * older.
 */
import { spawnSync } from "node:child_process";
import { CommandError } from "./report.mjs";

const bundled = "node_modules/node/bin/node";

/**
 * @param {import("./report.mjs").Report} report
 * @returns {string} path of a Node binary
 */
export function chooseNode(report) {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major >= 24) return process.execPath;
  if (spawnSync(bundled, ["--version"]).status === 0) return bundled;
  if (major > 22 || (major === 22 && minor >= 22)) {
    report.info(`Running on Node ${process.versions.node}; Node 24 is what the shop is tested with.`);
    return process.execPath;
  }
  throw new CommandError(
    `Node ${process.versions.node} is too old and none came with the dependencies on this platform: install Node 24 from https://nodejs.org and try again.`,
  );
}
