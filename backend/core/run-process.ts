/** The life of a process: it is started, and what it has started is stopped in order, at a signal or when the start fails. */
import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";
import { getErrorCode, StartupError } from "./errors.ts";

/** A stop signal during the start waits this long for the start to finish. */
const START_TIMEOUT_MS = 10_000;

const OUT_OF_FILES =
  "The shop may not open as many files as it needs: raise the limit to 1024 or more (ulimit -n, LimitNOFILE of systemd).";

/** @param closers what `start` has started, in the order in which it is stopped */
export function runProcess(start: () => Promise<void>, closers: (() => Promise<void>)[]): void {
  const started = start();
  let isStopping = false;

  async function stop(): Promise<void> {
    for (const close of closers.splice(0)) await close();
  }

  /** A signal during the start waits for it: a partial start could not be stopped in order. */
  function handleStopSignal(): void {
    if (isStopping) return;
    isStopping = true;
    Promise.race([started.catch(() => {}), sleep(START_TIMEOUT_MS)])
      .then(stop)
      .then(() => process.exit(0), exitWithError);
  }

  async function exitWithError(error: unknown): Promise<never> {
    const isOutOfFiles = ["EMFILE", "ENFILE"].includes(getErrorCode(error) ?? "");
    const reason = error instanceof StartupError ? error.message : inspect(error);
    process.stderr.write(`${isOutOfFiles ? OUT_OF_FILES : reason}\n`);
    await stop().catch(() => {});
    process.exit(1);
  }

  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, handleStopSignal);
  // The parent process is gone (kill -9): no other process would stop this one.
  process.on("disconnect", handleStopSignal);
  started.catch(exitWithError);
}
