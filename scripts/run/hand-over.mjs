/**
 * Runs the command as a child that has this terminal, and ends with it, in both directions: signals go to the child,
 * its exit code becomes ours, and the child learns of our sudden death by the closing of the channel between us.
 */
import { spawn } from "node:child_process";
import { constants } from "node:os";

/** @type {NodeJS.Signals[]} */
const forwarded = ["SIGINT", "SIGTERM", "SIGHUP"];
const parentPollMs = 250;

/**
 * @param {string} node
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
export function handOver(node, args, env) {
  const child = spawn(node, ["--disable-warning=ExperimentalWarning", ...args], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: { NODE_COMPILE_CACHE: ".cache/node", ...process.env, ...env },
  });
  for (const signal of forwarded) process.on(signal, () => child.kill(signal));
  stopWithNpm(() => child.kill("SIGTERM"));
  child.on("exit", (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 1)));
}

/**
 * npm killed with -9 leaves its script running; the next start would find the port taken by a shop that nobody sees.
 * @param {() => void} stop
 */
function stopWithNpm(stop) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, parentPollMs);
}
