/**
 * A Supabase in one process: starts the database, brings it up to date, and mounts the services under the
 * first segments of their addresses. The rest of the process sees one `fetch`.
 */
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { ensureAdministrator } from "./administrator.ts";
import { createAuth } from "./auth/index.ts";
import { connectReplication, connectRest, openPools } from "./connections.ts";
import type { AuthOptions } from "./core/auth-options.ts";
import type { Config } from "./core/config.ts";
import { connectDatabase, type DatabaseTarget } from "./core/database.ts";
import { messageOf, StartError } from "./core/errors.ts";
import { identify, isPreflight } from "./core/gateway.ts";
import { openToOrigins, preflight } from "./core/http.ts";
import { type Keys, loadKeys } from "./core/keys.ts";
import type { Logger } from "./core/log.ts";
import { migrateDatabase, needsSeed, seedDatabase } from "./core/migrations.ts";
import type { Service } from "./core/service.ts";
import { createTokens } from "./core/tokens.ts";
import { createFunctions } from "./functions/index.ts";
import { startMail } from "./mail/index.ts";
import { startPostgres } from "./postgres/index.ts";
import { createRealtime } from "./realtime/index.ts";
import { defaultRestConfig } from "./rest/config.ts";
import { createRest } from "./rest/index.ts";
import { createStorage } from "./storage/index.ts";
import { startPictureRemoval } from "./unused-pictures.ts";

export interface Backend {
  /** Answers every address under the prefixes below. `ip` is the client's, for limits. */
  fetch(request: Request, ip: string): Promise<Response>;
  /** Makes a socket of a request for one, or refuses it. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, ip: string): void;
  /** Closes all sockets, which would stay open for ever: a server does not end before them. */
  hangUp(): Promise<void>;
  /**
   * Calls back with the name of each table whose public content changed, in whatever process it did; with
   * null when changes may have been missed.
   */
  onTableChange(listener: (table: string | null) => void): void;
  anonKey: string;
  close(): Promise<void>;
}

/** Longer than the driver's own patience with a connection, whose message says more. */
const REACH_MS = 12_000;
const OLDEST_POSTGRES = 15;

/** Runs a named step of the start and tells how long it took. */
export type Step = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** Throws a StartError that says in one line what is wrong and what to do. */
export async function startBackend(config: Config, log: Logger, step: Step): Promise<Backend> {
  const keys = await loadKeys(config.dataDir);
  const { databaseUrl } = config;
  const database = databaseUrl
    ? await step("Reaching the database", () => reachDatabase(databaseUrl))
    : await step("Starting Postgres", () => startEmbedded(config.dataDir, log));
  try {
    await step("Bringing the schema up to date", () => migrateDatabase(database.target));
    if (config.demo && (await needsSeed(database.target))) {
      await step("Filling the demo shop", () => seedDatabase(database.target));
    }
    await ensureAdministrator(database.target, config);
    const backend = await openBackend({
      target: database.target,
      keys,
      log,
      siteUrl: config.siteUrl,
      dataDir: config.dataDir,
      auth: config.auth,
      functionSecrets: config.functionSecrets,
      s3: config.s3,
    });
    const stopMail = startMail(database.target, config, log);
    const stopPictureRemoval = startPictureRemoval(backend.fetch, {
      siteUrl: config.siteUrl,
      key: keys.serviceRoleKey,
      log,
    });
    return {
      ...backend,
      close: async () => {
        await Promise.all([backend.close(), stopMail(), stopPictureRemoval()]);
        await database.stop();
      },
    };
  } catch (error) {
    await database.stop();
    throw error;
  }
}

export interface OpenOptions {
  target: DatabaseTarget;
  keys: Keys;
  log: Logger;
  /** The shop's public address: users' tokens name it as their issuer. */
  siteUrl: string;
  /** Files are kept in `storage/` within it, unless they live in `s3`. */
  dataDir: string;
  s3?: Config["s3"];
  auth?: AuthOptions;
  /** What functions find in their environment beside what every project gives them. */
  functionSecrets?: Record<string, string>;
}

/** The services over a database that is up to date. */
export async function openBackend({
  target,
  keys,
  log,
  siteUrl,
  dataDir,
  auth,
  functionSecrets = {},
  s3,
}: OpenOptions): Promise<Backend> {
  const tokens = await createTokens(keys);
  const pools = openPools(target);
  const storageOptions = { folder: join(dataDir, "storage"), secret: keys.jwtSecret, s3 };
  // The first to be opened: it may find that it cannot start, while nothing else has to be taken back.
  const storage = await createStorage({ sql: pools.storage, log, ...storageOptions });
  const functions = await createFunctions({
    fetch: (request) => fetch(request, "127.0.0.1"),
    environment: functionsEnvironment(target, keys, siteUrl, functionSecrets),
    log,
  });
  const realtime = createRealtime({
    sql: pools.realtime,
    connect: connectReplication(target),
    tokens,
    keys,
    log,
  });
  const rest = await createRest({
    sql: pools.rest,
    connect: connectRest(target),
    log,
    config: defaultRestConfig,
  });
  const services = new Map<string, Service>([
    ["rest", rest],
    [
      "auth",
      opened(
        await createAuth({
          sql: pools.auth,
          tokens,
          log,
          secret: keys.jwtSecret,
          config: { ...auth, siteUrl, issuer: `${siteUrl}/auth/v1` },
        }),
      ),
    ],
    ["functions", functions],
    ["realtime", realtime],
    ["storage", opened(storage)],
  ]);
  const listeners = new Set<(table: string | null) => void>();
  const tell = (table: string | null) => {
    for (const listener of listeners) listener(table);
  };
  // A connection that was lost has heard nothing meanwhile.
  await pools.rest.listen("table_changes", tell, () => tell(null));

  async function fetch(request: Request, ip: string): Promise<Response> {
    const service = services.get(firstSegment(request.url));
    // Functions answer a preflight themselves, or do not want to be called from pages; the REST service tells
    // what may be done at an address.
    const isPreflighted = service === rest ? isPreflight(request) : request.method === "OPTIONS";
    if (isPreflighted && service !== functions) return preflight(request);
    if (!service) return openToOrigins(Response.json({ message: "Not found" }, { status: 404 }));
    const context = await identify(request, ip, { tokens, keys });
    return context instanceof Response ? context : service.fetch(request, context);
  }

  return {
    fetch,
    upgrade: realtime.upgrade,
    hangUp: realtime.hangUp,
    onTableChange: (listener) => listeners.add(listener),
    anonKey: keys.anonKey,
    close: async () => {
      await Promise.all([...services.values()].map((service) => service.close()));
      await Promise.all(Object.values(pools).map((sql) => sql.end({ timeout: 5 })));
    },
  };
}

/** For a service that does not open its answers itself. */
function opened(service: Service): Service {
  return {
    ...service,
    fetch: async (request, context) => openToOrigins(await service.fetch(request, context)),
  };
}

/** The names are a hosted project's; SITE_URL is the shop's own. */
function functionsEnvironment(
  target: DatabaseTarget,
  keys: Keys,
  siteUrl: string,
  secrets: Record<string, string>,
): Record<string, string> {
  return {
    SITE_URL: siteUrl,
    ...secrets,
    SUPABASE_ANON_KEY: keys.anonKey,
    SUPABASE_SERVICE_ROLE_KEY: keys.serviceRoleKey,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishableKey }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secretKey }),
    SUPABASE_DB_URL:
      target.kind === "url"
        ? target.url
        : `postgresql://postgres@localhost:${target.port}/${target.database}?host=${encodeURIComponent(target.socketDir)}`,
    SB_REGION: "local",
  };
}

function firstSegment(url: string): string {
  const start = url.indexOf("/", url.indexOf("//") + 2) + 1;
  return url.slice(start, url.indexOf("/", start));
}

interface RunningDatabase {
  target: DatabaseTarget;
  stop(): Promise<void>;
}

async function startEmbedded(dataDir: string, log: Logger): Promise<RunningDatabase> {
  const server = await startPostgres({ dataDir, log });
  return { target: server.target("postgres"), stop: server.stop };
}

async function reachDatabase(url: string): Promise<RunningDatabase> {
  const target: DatabaseTarget = { kind: "url", url };
  const sql = connectDatabase(target, { user: "postgres", max: 1, applicationName: "setup" });
  try {
    // The driver asks for ever where something else listens that closes each connection.
    const version = await Promise.race([
      sql`select current_setting('server_version_num')::int as version`.then(([row]) => row?.version),
      sleep(REACH_MS, null, { ref: false }).then(() => Promise.reject(new Error("there is no answer"))),
    ]);
    if (version >= OLDEST_POSTGRES * 10_000) return { target, stop: async () => {} };
  } catch (error) {
    throw new StartError(
      `The database of DATABASE_URL cannot be reached (${messageOf(error)}): check the address.`,
    );
  } finally {
    await sql.end({ timeout: 1 });
  }
  throw new StartError(
    `The Postgres of DATABASE_URL is too old: the shop needs ${OLDEST_POSTGRES} or newer.`,
  );
}
