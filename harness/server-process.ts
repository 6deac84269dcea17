/** A server in a separate process, on a free port: it prints its URL when it is ready. */
import { type SpawnOptions, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";

export interface ServerProcess {
  url: string;
  pid: number;
  /** The lines that it has written so far. */
  output: readonly string[];
  /** Resolves when the process has ended. */
  stop(): Promise<void>;
}

/** The program of the built shop. */
export const BUILT_SHOP = "build/process/server.js";

const ROOT = join(import.meta.dirname, "..");
const ADDRESS = /https?:\/\/\S+:\d+/;

/**
 * Runs a program of the project, or of another checkout of it, with `PORT=0`. Rejects with its output when it
 * ends without printing a URL.
 */
export function startServer(
  args: string[],
  env: Record<string, string>,
  root = ROOT,
): Promise<ServerProcess> {
  const options: SpawnOptions = {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production", PORT: "0", ...env },
  };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    const exited = new Promise<void>((done) => child.once("exit", () => done()));
    const output: string[] = [];
    createInterface({ input: child.stderr }).on("line", (line) => {
      output.push(line);
      process.stderr.write(`${line}\n`);
    });
    createInterface({ input: child.stdout }).on("line", (line) => {
      output.push(line);
      const url = ADDRESS.exec(line)?.[0];
      if (!url) return;
      const stop = () => {
        child.kill("SIGTERM");
        return exited;
      };
      resolve({ url, pid: child.pid ?? 0, output, stop });
    });
    child.once("error", reject);
    exited.then(() => reject(new Error(`${args.join(" ")} ended:\n${output.join("\n")}`)));
  });
}
