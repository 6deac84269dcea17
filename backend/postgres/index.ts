/**
 * The embedded Postgres: a real server in its own process, started and stopped with ours, and reachable only
 * through a socket in a directory that only its owner can enter. Durability is Postgres's own: fsync,
 * full_page_writes, synchronous_commit and data checksums stay on.
 */
import type { ChildProcess } from "node:child_process";
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseTarget } from "#backend/core/database/database.ts";
import { withConnection } from "#backend/core/database/with-connection.ts";
import { getErrorCode, getErrorMessage, StartupError } from "#backend/core/errors.ts";
import type { Logger } from "#backend/core/observability/log.ts";
import { type Binaries, locateBinaries } from "./binaries.ts";
import { refuseForeignCluster } from "./cluster-owner.ts";
import { stopOrphan } from "./cluster-process.ts";
import { lockDataDir } from "./data-dir-lock.ts";
import { chooseLaunch, type Launch } from "./launch.ts";
import { describeReason } from "./log-reason.ts";
import { awaitRefusals } from "./refusals.ts";
import { prepareSocketDir } from "./socket-dir.ts";

export interface EmbeddedPostgres {
  target(database: string): DatabaseTarget;
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** Holds the cluster (`postgres/`), its log and the lock. Created when it is missing. */
  dataDir: string;
  log: Logger;
  /** Additional `name=value` settings of the server. */
  settings?: string[];
  /** Part of the socket's file name. It is opened on the network only if `settings` have `listen_addresses`. */
  port?: number;
  /** How often a start is tried; 30 times if it is not given. */
  attempts?: number;
}

const DEFAULT_PORT = 5432;
const DEFAULT_ATTEMPTS = 30;
/** The mode of a file that only its owner reads. */
const PRIVATE_FILE_MODE = 0o600;

const SETTINGS = [
  "listen_addresses=",
  "max_connections=80",
  "shared_buffers=64MB",
  "jit=off",
  // In the cluster, not in /dev/shm: where its user signs out of the machine, systemd-logind deletes what is there of
  // them, and Postgres then refuses every connection.
  "dynamic_shared_memory_type=mmap",
  // Realtime reads the replication stream; a stalled reader must not fill the disk.
  "wal_level=logical",
  "max_slot_wal_keep_size=1GB",
  // What they are with segments of 16 MB.
  "max_wal_size=1GB",
  "min_wal_size=80MB",
  "random_page_cost=1.1",
  // A statement that was planned while its table was nearly empty may read all of it, until the table is analyzed. With
  // the usual minute an order took five times as long when a new shop had been given some thousands in that time.
  "autovacuum_naptime=10s",
  "timezone=UTC",
  "log_timezone=UTC",
  "unix_socket_permissions=0700",
  // Errors of requests are reported to their sender. Logging them here would store the clients' values
  // permanently and without a size limit.
  "log_min_messages=log",
];

/** Starts the cluster of a data directory, creating it first when there is none. */
export async function startPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log } = options;
  await refuseForeignCluster(dataDir);
  await mkdir(dataDir, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw new StartupError(
      `Cannot make DATA_DIR ${dataDir} (${getErrorMessage(error)}): make it writable or set another DATA_DIR.`,
    );
  });
  const unlock = await lockDataDir(dataDir).catch((error: unknown) => {
    if (error instanceof StartupError) throw error;
    throw new StartupError(
      `Cannot write to DATA_DIR ${dataDir} (${getErrorMessage(error)}): make it writable or set another DATA_DIR.`,
    );
  });
  try {
    const binaries = await locateBinaries();
    const launch = chooseLaunch();
    const cluster = join(dataDir, "postgres");
    const logFile = join(dataDir, "postgres.log");
    const version = await readClusterVersion(cluster);
    if (version === null) await initCluster(cluster, binaries, launch, logFile);
    else if (version !== binaries.majorVersion) {
      throw new StartupError(
        `${cluster} was made by Postgres ${version} and this shop has Postgres ${binaries.majorVersion}: back it up with the version of the shop that made it and restore the backup with this one, as docs/operations.md says under "A new major Postgres".`,
      );
    }
    await stopOrphan(cluster);
    const socketDir = await prepareSocketDir(dataDir);
    const { port = DEFAULT_PORT } = options;
    const server = new Server({
      dataDir,
      cluster,
      socketDir,
      port,
      logFile,
      binaries,
      launch,
      log,
      settings: options.settings,
      attempts: options.attempts ?? DEFAULT_ATTEMPTS,
    });
    await server.start();
    return {
      target: (database) => ({ kind: "embedded", socketDir, port, database }),
      stop: async () => {
        await server.stop();
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/**
 * The major version that made the cluster, or null when there is none. Throws a StartupError for a directory
 * that is no whole cluster: its data must not be replaced by an empty one.
 */
async function readClusterVersion(cluster: string): Promise<string | null> {
  const version = await readFile(join(cluster, "PG_VERSION"), "utf8").catch((error: unknown) => {
    if (getErrorCode(error) === "ENOENT") return null;
    throw error;
  });
  if (version !== null) return version.trim();
  const files = await readdir(cluster).catch(() => []);
  if (files.length === 0) return null;
  throw new StartupError(
    `${cluster} has no file PG_VERSION, so it is not a whole Postgres cluster: restore it from the backup, or move it away to start an empty shop.`,
  );
}

/**
 * The cluster is created in a temporary place and moved as a whole, so that a crash leaves no partial
 * cluster.
 */
async function initCluster(
  cluster: string,
  binaries: Binaries,
  launch: Launch,
  logFile: string,
): Promise<void> {
  const draft = `${cluster}.new`;
  await rm(draft, { recursive: true, force: true });
  const output = await open(logFile, "a", PRIVATE_FILE_MODE);
  const child = launch(
    binaries.initdb,
    [
      `--pgdata=${draft}`,
      "--username=supabase_admin",
      "--auth=trust",
      "--encoding=UTF8",
      // French names sort as French readers expect; messages stay in English for the log.
      "--locale-provider=icu",
      "--icu-locale=fr-FR",
      "--locale=C.UTF-8",
      "--data-checksums",
      // A segment that is archived after a minute is written to its end: small ones spare the disk.
      "--wal-segsize=4",
    ],
    { stdio: ["ignore", output.fd, output.fd] },
  );
  const code = await new Promise((resolve, reject) => child.once("error", reject).once("exit", resolve));
  await output.close();
  if (code !== 0) {
    const reason = await describeReason(logFile);
    throw new StartupError(`Postgres could not make its data directory${reason}: see ${logFile}.`);
  }
  await rename(draft, cluster);
}

interface ServerOptions {
  dataDir: string;
  cluster: string;
  socketDir: string;
  port: number;
  logFile: string;
  binaries: Binaries;
  launch: Launch;
  log: Logger;
  settings: string[] | undefined;
  attempts: number;
}

/** The pauses between attempts to restart the server. */
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;

/**
 * The running server process: started until it accepts connections, and restarted when it ends by itself or refuses
 * every connection.
 */
class Server {
  readonly #options: ServerOptions;
  #child: ChildProcess | null = null;
  readonly #stopping = new AbortController();

  constructor(options: ServerOptions) {
    this.#options = options;
  }

  /**
   * After a crash of both processes the first attempts may find the remains of the old one, so it retries for
   * 30 s.
   */
  async start(): Promise<void> {
    const { attempts, logFile } = this.#options;
    for (let attempt = 1; attempt <= attempts && !this.#stopping.signal.aborted; attempt++) {
      if (attempt > 1) await sleep(1000);
      if (await this.#run()) return;
    }
    throw new StartupError(`Postgres does not start${await describeReason(logFile)}: see ${logFile}.`);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    const child = this.#child;
    if (!child || hasExited(child)) return;
    const exited = new Promise((resolve) => child.once("exit", resolve));
    // SIGINT is Postgres's fast shutdown: sessions end, and everything is written. The file with the process id may be
    // that of a server that was killed.
    child.kill("SIGINT");
    await exited;
  }

  /** Starts the server once. Resolves with whether it accepts connections. */
  async #run(): Promise<boolean> {
    const child = await this.#spawn();
    this.#child = child;
    if (this.#stopping.signal.aborted) child.kill("SIGINT");
    if (!(await this.#acceptsConnections(child))) return false;
    if (hasExited(child)) return false;
    child.once("exit", () => this.#restart());
    void this.#restartWhenRefused(child);
    return true;
  }

  async #restartWhenRefused(child: ChildProcess): Promise<void> {
    const ended = new AbortController();
    child.once("exit", () => ended.abort());
    const signal = AbortSignal.any([ended.signal, this.#stopping.signal]);
    if (!(await awaitRefusals(() => this.#connect(), signal))) return;
    this.#options.log.error("postgres refuses every connection and is stopped");
    child.kill("SIGINT");
  }

  async #spawn(): Promise<ChildProcess> {
    const { binaries, cluster, launch, logFile, port, settings, socketDir } = this.#options;
    const output = await open(logFile, "a", PRIVATE_FILE_MODE);
    const flags = [...SETTINGS, `unix_socket_directories=${socketDir}`, ...(settings ?? [])].flatMap((s) => [
      "-c",
      s,
    ]);
    const child = launch(binaries.postgres, ["-D", cluster, "-p", String(port), ...flags], {
      stdio: ["ignore", output.fd, output.fd],
    });
    child.once("error", (error) => this.#options.log.error({ err: error }, "postgres did not start"));
    // A process that ends without stop(), as when its start was given up, leaves no server behind.
    const stopWithProcess = () => child.kill("SIGINT");
    process.once("exit", stopWithProcess);
    child.once("exit", () => process.off("exit", stopWithProcess));
    await output.close();
    return child;
  }

  async #acceptsConnections(child: ChildProcess): Promise<boolean> {
    while (!hasExited(child)) {
      try {
        await this.#connect();
        return true;
      } catch {
        await sleep(20);
      }
    }
    return false;
  }

  /** A connection of its own, which ends at once. */
  async #connect(): Promise<void> {
    const { socketDir, port } = this.#options;
    const target: DatabaseTarget = { kind: "embedded", socketDir, port, database: "template1" };
    await withConnection(target, "supabase_admin", (sql) => sql`select 1`);
  }

  /**
   * Tries until it succeeds: what prevents the start (a full disk, a file that is being restored) may end at any
   * time, and nothing else would start the server again.
   */
  async #restart(): Promise<void> {
    const { dataDir, log, logFile } = this.#options;
    const { signal } = this.#stopping;
    if (signal.aborted) return;
    log.error("postgres stopped unexpectedly and is started again");
    for (let pause = FIRST_PAUSE_MS; !signal.aborted; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
      // The directory of the socket may have been deleted.
      const started = prepareSocketDir(dataDir).then(() => this.#run());
      const isRunning = await started.catch((error: unknown) => {
        log.error({ err: error }, "postgres could not be started");
        return false;
      });
      if (isRunning) return log.warn("postgres is running again");
      if (signal.aborted) return;
      log.error({ nextAttemptSeconds: pause / 1000 }, `postgres does not start: see ${logFile}`);
      // The stop ends the pause.
      await sleep(pause, null, { signal }).catch(() => {});
    }
  }
}

function hasExited({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
