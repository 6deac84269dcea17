/**
 * A Supabase in one process: starts the database, migrates it, and mounts the services under the first
 * segment of their URLs. The rest of the process uses one `fetch`.
 */
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import type { AuthOptions } from "./auth/auth-options.ts";
import type { IsAdministrator } from "./auth/endpoint.ts";
import { type AuthService, createAuth } from "./auth/index.ts";
import type { EnqueueAccountMail } from "./auth/mailer/account-mail.ts";
import { connectPageChanges, connectReplication, connectRest, openPools } from "./connections.ts";
import type { Config } from "./core/config/config.ts";
import type { DatabaseTarget } from "./core/database/database.ts";
import { createHealthCheck } from "./core/database/database-health.ts";
import { checkExternalDatabase } from "./core/database/external-database.ts";
import { migrateDatabase } from "./core/database/migrations.ts";
import { isPreflight, resolveRequestContext } from "./core/gateway/gateway.ts";
import { type Keys, loadKeys } from "./core/gateway/keys.ts";
import type { RequestContext, Service } from "./core/gateway/service.ts";
import { createTokens } from "./core/gateway/tokens.ts";
import { createPreflightResponse, withCorsHeaders, withRetryAfter } from "./core/http/http.ts";
import { Limits } from "./core/limits/limits.ts";
import type { Logger } from "./core/observability/log.ts";
import { createFunctions } from "./functions/index.ts";
import { type PageChangeListener, PageChanges } from "./page-changes.ts";
import { startShopPostgres } from "./postgres/shop-postgres.ts";
import { createRealtime } from "./realtime/index.ts";
import { defaultRestConfig } from "./rest/config.ts";
import { createRest, type RestService } from "./rest/index.ts";
import { createStorage } from "./storage/index.ts";

export interface Backend {
  /** Handles every URL under the services' prefixes. `ip` is the client's, for rate limits. */
  fetch(request: Request, ip: string): Promise<Response>;
  /**
   * Like `fetch`, for pages that are rendered on the server: their reads have the lowest priority, so that no
   * order waits for a page.
   */
  fetchForPages(request: Request): Promise<Response>;
  /** Accepts or rejects a WebSocket upgrade. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, ip: string): void;
  /**
   * Closes all WebSockets. They would stay open forever, and a server does not stop before they are closed.
   */
  closeSockets(): Promise<void>;
  /** Calls the listener with each change of pages, in whatever process it was made. */
  onPageChange(listener: PageChangeListener): void;
  /**
   * Resolves when the changes of pages are received that writes through this process have made so far; null when they
   * are.
   */
  getPendingPageChanges(): Promise<void> | null;
  /** What callers may cause. Its values are the defaults until the application sets others. */
  limits: Limits;
  /** Whether the database responds within a second. The answer may be a second old. */
  isHealthy(): Promise<boolean>;
  /** The connections of REST. */
  getPoolUse: RestService["getPoolUse"];
  /** A visitor's read that is refused before it is looked at costs a fifth. */
  admitRead: RestService["admitRead"];
  createUser: AuthService["createUser"];
  target: DatabaseTarget;
  anonKey: string;
  serviceRoleKey: string;
  close(): Promise<void>;
}

/** Runs a named step of the start and logs how long it took. */
export type RunStep = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** What the application, whose database this is, decides about the services. */
interface ApplicationOptions {
  auth?: AuthOptions;
  enqueueMail: EnqueueAccountMail;
  isAdministrator: IsAdministrator;
  /** The widths in which it shows the images of a bucket, ascending, by the bucket's id. */
  imageWidths?: Record<string, readonly number[]>;
}

/** Throws a StartupError that says in one line what is wrong and what to do. */
export async function startBackend(
  config: Config,
  application: ApplicationOptions,
  log: Logger,
  step: RunStep,
): Promise<Backend> {
  const keys = await loadKeys(config.dataDir);
  const { databaseUrl } = config;
  const database = databaseUrl
    ? await step("Reaching the database", () => reachExternalDatabase(databaseUrl, log))
    : await step("Starting Postgres", () => startEmbeddedDatabase(config, log));
  try {
    await step("Bringing the schema up to date", () => migrateDatabase(database.target));
    const backend = await openBackend({
      target: database.target,
      keys,
      log,
      siteUrl: config.siteUrl,
      dataDir: config.dataDir,
      ...application,
      functionSecrets: config.functionSecrets,
      s3: config.s3,
    });
    return {
      ...backend,
      close: async () => {
        await backend.close();
        await database.stop();
      },
    };
  } catch (error) {
    await database.stop();
    throw error;
  }
}

export interface BackendOptions extends ApplicationOptions {
  target: DatabaseTarget;
  keys: Keys;
  log: Logger;
  /** The shop's public address, which is the issuer of users' tokens. */
  siteUrl: string;
  /** Files are stored in `storage/` within it, unless `s3` is set. */
  dataDir: string;
  s3?: Config["s3"];
  /** Additional environment variables of functions, beside the standard ones of every project. */
  functionSecrets?: Record<string, string>;
  limits?: Limits;
}

/** Opens the services over a migrated database. */
export async function openBackend({
  target,
  keys,
  log,
  siteUrl,
  dataDir,
  auth: authOptions,
  enqueueMail,
  isAdministrator,
  imageWidths = {},
  functionSecrets = {},
  s3,
  limits = new Limits(),
}: BackendOptions): Promise<Backend> {
  const tokens = await createTokens(keys);
  const pools = openPools(target);
  const storageOptions = {
    folder: join(dataDir, "storage"),
    secret: keys.jwtSecret,
    limits,
    s3,
    config: { offeredWidths: imageWidths },
  };
  // Storage is opened first: it may fail to start, and nothing else has to be closed then.
  const storage = await createStorage({ sql: pools.storage, log, ...storageOptions });
  const functions = await createFunctions({
    fetch: (request) => fetch(request, "127.0.0.1"),
    environment: createFunctionsEnv(target, keys, siteUrl, functionSecrets),
    takeCall: (ip) => limits.take("function_requests", ip),
    log,
  });
  const realtime = createRealtime({
    sql: pools.realtime,
    connect: connectReplication(target),
    tokens,
    keys,
    limits,
    log,
  });
  const rest = await createRest({
    sql: pools.rest,
    connect: connectRest(target),
    isLocal: target.kind === "embedded",
    log,
    limits,
    isAdministrator: (userId) => isAdministrator(pools.auth, userId),
    config: defaultRestConfig,
  });
  const auth = await createAuth({
    sql: pools.auth,
    tokens,
    log,
    secret: keys.jwtSecret,
    limits,
    config: { ...authOptions, siteUrl, issuer: `${siteUrl}/auth/v1` },
    enqueueMail,
    isAdministrator,
  });
  const services = new Map<string, Service>([
    ["rest", rest],
    ["auth", withCors(auth)],
    ["functions", functions],
    ["realtime", realtime],
    ["storage", withCors(storage)],
  ]);
  const pageChanges = new PageChanges(connectPageChanges(target));
  await pageChanges.open();

  async function handle(request: Request, ip: string, isForPage: boolean): Promise<Response> {
    const service = services.get(getFirstPathSegment(request.url));
    // Functions handle a preflight themselves, or are not called from pages. The REST service responds to
    // other OPTIONS requests with the allowed methods.
    const isPreflighted = service === rest ? isPreflight(request) : request.method === "OPTIONS";
    if (isPreflighted && service !== functions) return createPreflightResponse(request);
    if (!service) return withCorsHeaders(Response.json({ message: "Not found" }, { status: 404 }));
    const context = await resolveRequestContext(request, ip, { tokens, keys });
    if (context instanceof Response) return context;
    const response = await service.fetch(request, isForPage ? { ...context, isForPage } : context);
    if (service === rest && mayChangePages(request, context)) pageChanges.expect();
    return withRetryAfter(response);
  }
  const fetch: Backend["fetch"] = (request, ip) => handle(request, ip, false);

  return {
    fetch,
    fetchForPages: (request) => handle(request, "127.0.0.1", true),
    upgrade: realtime.upgrade,
    closeSockets: realtime.disconnectAll,
    onPageChange: (listener) => pageChanges.onChange(listener),
    getPendingPageChanges: () => pageChanges.received,
    limits,
    isHealthy: createHealthCheck(pools.health),
    getPoolUse: rest.getPoolUse,
    admitRead: rest.admitRead,
    createUser: auth.createUser,
    target,
    anonKey: keys.anonKey,
    serviceRoleKey: keys.serviceRoleKey,
    close: async () => {
      await pageChanges.close();
      await Promise.all([...services.values()].map((service) => service.close()));
      await Promise.all(Object.values(pools).map((sql) => sql.end({ timeout: 5 })));
    },
  };
}

/** Visitors write nothing that a page shows before an administrator has published it. */
function mayChangePages({ method }: Request, { claims }: RequestContext): boolean {
  return method !== "GET" && method !== "HEAD" && claims !== null && claims.role !== "anon";
}

/** Adds CORS headers for services that do not set them. */
function withCors(service: Service): Service {
  return {
    ...service,
    fetch: async (request, context) => withCorsHeaders(await service.fetch(request, context)),
  };
}

/** The variable names of a hosted project; SITE_URL is the shop's own. */
function createFunctionsEnv(
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

function getFirstPathSegment(url: string): string {
  const start = url.indexOf("/", url.indexOf("//") + 2) + 1;
  return url.slice(start, url.indexOf("/", start));
}

interface RunningDatabase {
  target: DatabaseTarget;
  stop(): Promise<void>;
}

async function startEmbeddedDatabase(config: Config, log: Logger): Promise<RunningDatabase> {
  const server = await startShopPostgres(config, log);
  return { target: server.target("postgres"), stop: server.stop };
}

async function reachExternalDatabase(url: string, log: Logger): Promise<RunningDatabase> {
  const target: DatabaseTarget = { kind: "url", url };
  await checkExternalDatabase(target, log);
  return { target, stop: async () => {} };
}
