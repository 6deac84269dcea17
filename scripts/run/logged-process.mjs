/** Runs a program quietly: its output goes to a log, and is shown only when it fails. */
import { spawn } from "node:child_process";
import { createWriteStream, mkdirSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import { dirname } from "node:path";
import { CommandError } from "./report.mjs";

const shownLines = 30;

/** @type {NodeJS.Signals[]} */
const interrupts = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * An interrupt ends the program first and this process after it, so that no orphan continues to write.
 * @param {string} program
 * @param {string[]} args
 * @param {{ lock: import("./lock.mjs").Lock, log: string, failure: string, env?: Record<string, string> }} options `failure`: the message when it fails
 * @returns {Promise<void>} rejects with a CommandError that contains the end of the log
 */
export async function runLogged(program, args, { lock, log, failure, env }) {
  mkdirSync(dirname(log), { recursive: true });
  const output = createWriteStream(log);
  const code = await new Promise((resolve) => {
    const child = spawn(program, args, {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...env },
    });
    if (child.pid) lock.addHolder(child.pid);
    child.stdout.pipe(output, { end: false });
    child.stderr.pipe(output, { end: false });
    /** @param {NodeJS.Signals} signal */
    const interrupt = (signal) => {
      child.once("close", () => process.exit(128 + constants.signals[signal]));
      child.kill(signal);
    };
    for (const signal of interrupts) process.once(signal, interrupt);
    child.on("error", (error) => {
      output.write(`${error.message}\n`);
      resolve(1);
    });
    child.on("close", (exitCode) => {
      for (const signal of interrupts) process.off(signal, interrupt);
      resolve(exitCode);
    });
  });
  await new Promise((resolve) => output.end(() => resolve(undefined)));
  if (code === 0) return;
  const tail = readFileSync(log, "utf8").trimEnd().split("\n").slice(-shownLines).join("\n");
  throw new CommandError(`${tail}\n\n${failure} All of its output: ${log}`);
}
