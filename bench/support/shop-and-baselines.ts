/** The processes to compare: the built shop, and the baseline servers. */
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setDefaultCACertificates } from "node:tls";
import { BUILT_SHOP, type ServerProcess, startServer } from "#harness/server-process.ts";

export interface RunningShop extends ServerProcess {
  /** The process id of the Postgres server. */
  postgres: number;
  dataDir: string;
  anonKey: string;
}

/** Checkouts from before decision 0087 run this. */
const FORMER_SHOP = "server.ts";

/** That of the tests. */
export const CERTIFICATE = "tests/support/tls/localhost.crt";

export interface ShopOptions {
  /** The checkout whose shop is started. */
  root?: string;
  /** Whether it speaks TLS and HTTP/2; this process then trusts the certificate of the tests, and no other. */
  tls?: boolean;
}

/** Starts the built shop on a data directory, with client addresses taken from a request header. */
export async function startShop(
  dataDir: string,
  { root = process.cwd(), tls = false }: ShopOptions = {},
): Promise<RunningShop> {
  const program = existsSync(join(root, BUILT_SHOP)) ? BUILT_SHOP : FORMER_SHOP;
  // A backup of the day would be made while something is measured.
  const env: Record<string, string> = { DATA_DIR: dataDir, TRUST_PROXY: "1", BACKUP_KEEP: "0" };
  if (tls) {
    Object.assign(env, { TLS_CERT: CERTIFICATE, TLS_KEY: CERTIFICATE.replace(".crt", ".key") });
    setDefaultCACertificates([await readFile(CERTIFICATE, "utf8")]);
  }
  const server = await startServer([program], env, root);
  const pidFile = await readFile(join(dataDir, "postgres/postmaster.pid"), "utf8");
  const { anonKey }: { anonKey: string } = JSON.parse(await readFile(join(dataDir, "keys.json"), "utf8"));
  return { ...server, dataDir, postgres: Number(pidFile.split("\n")[0]), anonKey };
}

/** Starts the built shop of another checkout, on a data directory of its own that ends with it. */
export async function startShopBefore(root: string): Promise<RunningShop> {
  const dataDir = await mkdtemp(join(tmpdir(), "yaare-bench-before-"));
  const shop = await startShop(dataDir, { root });
  const stop = async () => {
    await shop.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { ...shop, stop };
}

/** Starts one of the servers of `bench/baselines/`. */
export function startBaseline(name: string, env: Record<string, string>): Promise<ServerProcess> {
  return startServer([`bench/baselines/${name}.ts`], env);
}
