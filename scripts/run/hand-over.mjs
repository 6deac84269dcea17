/**
 * Runs the command as a child that has this terminal, and ends with it, in both directions: signals go to the child,
 * its exit code becomes ours, and the child learns of our sudden death by the closing of the channel between us.
 */
import { spawn } from "node:child_process";
import { watch as watchFiles } from "node:fs";
import { constants } from "node:os";

/** @type {NodeJS.Signals[]} */
const forwarded = ["SIGINT", "SIGTERM", "SIGHUP"];
const parentPollMs = 250;
const changesTogetherMs = 100;

/**
 * @param {{ node: string, args: string[], env: Record<string, string>, watch: string[] }} command `watch`: files and
 *   folders; after a change in one of them the child is ended and started again
 */
export function handOver({ node, args, env, watch }) {
  let isStopping = false;
  let child = start();

  function start() {
    const started = spawn(node, ["--disable-warning=ExperimentalWarning", ...args], {
      stdio: ["inherit", "inherit", "inherit", "ipc"],
      env: { NODE_COMPILE_CACHE: ".cache/node", ...process.env, ...env },
    });
    started.on("exit", (code, signal) => {
      // While developing, a child that failed waits for the change that mends it.
      if (isStopping || watch.length === 0 || code === 0) {
        process.exit(code ?? 128 + (signal ? constants.signals[signal] : 1));
      }
    });
    return started;
  }

  /** @param {NodeJS.Signals} signal */
  function stop(signal) {
    isStopping = true;
    if (!child.kill(signal)) process.exit(1);
  }

  for (const signal of forwarded) process.on(signal, () => stop(signal));
  stopWithNpm(() => stop("SIGTERM"));
  onChange(watch, () => {
    if (isStopping) return;
    const startAgain = () => {
      if (isStopping) process.exit(0);
      child = start();
    };
    if (child.exitCode !== null || child.signalCode !== null) return startAgain();
    child.removeAllListeners("exit");
    child.once("exit", startAgain);
    child.kill("SIGTERM");
  });
}

/**
 * @param {string[]} paths
 * @param {() => void} restart called once for changes that come together
 */
function onChange(paths, restart) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  for (const path of paths) {
    watchFiles(path, { recursive: true }, (_, file) => {
      if (!file || /\.test\.ts$/.test(file) || !/\.(ts|sql)$/.test(file)) return;
      clearTimeout(timer);
      timer = setTimeout(restart, changesTogetherMs);
    });
  }
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
