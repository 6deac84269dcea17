/**
 * Runs the command as a child process with this terminal. Signals are forwarded to the child, its exit code
 * becomes that of this process, and the child detects a sudden death of this process by the closed IPC
 * channel.
 */
import { spawn } from "node:child_process";
import { watch as watchFiles } from "node:fs";
import { constants } from "node:os";

/** @type {NodeJS.Signals[]} */
const forwarded = ["SIGINT", "SIGTERM", "SIGHUP"];
const parentPollMs = 250;
const restartDebounceMs = 100;

/**
 * @param {{ node: string, args: string[], env: Record<string, string>, watch: string[] }} command `watch`: files and
 *   folders; after a change in one of them the child is restarted
 */
export function runChild({ node, args, env, watch }) {
  let isStopping = false;
  let child = start();

  function start() {
    const started = spawn(node, ["--disable-warning=ExperimentalWarning", ...args], {
      stdio: ["inherit", "inherit", "inherit", "ipc"],
      env: { NODE_COMPILE_CACHE: ".cache/node", ...process.env, ...env },
    });
    started.on("exit", (code, signal) => {
      // In watch mode, a failed child is restarted by the next change.
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
  stopWhenNpmDies(() => stop("SIGTERM"));
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
 * @param {() => void} restart called once for simultaneous changes
 */
function onChange(paths, restart) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  for (const path of paths) {
    watchFiles(path, { recursive: true }, (_, file) => {
      if (!file || /\.test\.ts$/.test(file) || !/\.(ts|sql)$/.test(file)) return;
      clearTimeout(timer);
      timer = setTimeout(restart, restartDebounceMs);
    });
  }
}

/**
 * npm killed with -9 leaves its script running; the next start would find the port taken by an invisible
 * shop.
 * @param {() => void} stop
 */
function stopWhenNpmDies(stop) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, parentPollMs);
}
