/** The shop as a process that is started, signalled and killed, with its output. */
import { type ChildProcess, spawn } from "node:child_process";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, onTestFinished } from "vitest";
import { readPid } from "#backend/postgres/cluster-process.ts";
import { isAlive } from "#harness/is-alive.ts";
import { BUILT_SHOP } from "#harness/server-process.ts";

const ROOT = join(import.meta.dirname, "../..");

export interface ShopProcess {
  child: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** The exit code; null after a signal that was not handled. */
  exited: Promise<number | null>;
  /** The URL, once the shop listens. Rejects with the output when the process exits instead. */
  opened: Promise<string>;
}

/** Starts the built shop on a free port, without demo data. It is killed when the test ends. */
export function startShopProcess(
  env: Record<string, string>,
  command = [BUILT_SHOP],
  program = process.execPath,
): ShopProcess {
  const child = spawn(program, command, {
    cwd: ROOT,
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: "0",
      DEMO: "0",
      LOG_LEVEL: "silent",
      BACKUP_KEEP: "0",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  let stdout = "";
  let stderr = "";
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  const exited = new Promise<number | null>((resolve) => child.once("close", resolve));
  const opened = new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (chunk) => {
      stdout += chunk;
      const url = /open at (?<url>https?:\S+)/.exec(stdout)?.groups?.url;
      if (url) resolve(url);
    });
    exited.then(() => reject(new Error(`The shop did not open:\n${stdout}${stderr}`)));
  });
  // A test that expects the start to fail does not await it.
  opened.catch(() => {});
  return { child, stdout: () => stdout, stderr: () => stderr, exited, opened };
}

/** Asserts that the start failed with this one line. */
export async function expectStartupError(shop: ShopProcess, line: RegExp): Promise<void> {
  expect(await shop.exited).toBe(1);
  expect(shop.stderr().trimEnd().split("\n")).toEqual([expect.stringMatching(line)]);
}

/**
 * A data directory that is removed at the end of the test, after its Postgres is killed. Its name has what an owner may
 * write.
 */
export async function createDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "yaare l'été-"));
  onTestFinished(async () => {
    const pid = await readPostgresPid(dataDir);
    if (pid !== null && isAlive(pid)) process.kill(pid, "SIGKILL");
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });
  return dataDir;
}

/** The data directory of an empty shop that has been started before. */
export async function createShopDataDir(): Promise<string> {
  const dataDir = await createDataDir();
  await cp(inject("emptyShop"), dataDir, { recursive: true });
  return dataDir;
}

/** The process id of the data directory's Postgres, or null when it was stopped cleanly. */
export function readPostgresPid(dataDir: string): Promise<number | null> {
  return readPid(join(dataDir, "postgres"));
}

/** Kills the data directory's Postgres, and returns its process id. */
export async function killPostgres(dataDir: string): Promise<number> {
  const pid = await readPostgresPid(dataDir);
  if (pid === null) throw new Error("There is no Postgres to kill.");
  process.kill(pid, "SIGKILL");
  return pid;
}

interface Brand {
  name: string;
}

/** Reads and inserts brands over REST with the service role key. */
export async function createBrandsClient(url: string, dataDir: string) {
  const { serviceRoleKey }: { serviceRoleKey: string } = JSON.parse(
    await readFile(join(dataDir, "keys.json"), "utf8"),
  );
  const headers = { apikey: serviceRoleKey, "content-type": "application/json" };
  return {
    list: async (): Promise<string[]> => {
      const brands: Brand[] = await (await fetch(`${url}/rest/v1/brands?select=name`, { headers })).json();
      return brands.map(({ name }) => name);
    },
    add: async (name: string): Promise<number> =>
      (await fetch(`${url}/rest/v1/brands`, { method: "POST", headers, body: JSON.stringify({ name }) }))
        .status,
  };
}
