/**
 * Composition root: the one file that imports the backend, the shop's jobs and the pages. It takes the port,
 * starts the backend (or none, in front of a hosted Supabase), connects jobs and pages with it, and shuts
 * everything down in order.
 *
 * `--dev` serves the sources through Vite instead of the build, without page cache or content security
 * policy.
 */
import { existsSync } from "node:fs";
import { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { format, inspect } from "node:util";
import { getRequestListener } from "@hono/node-server";
import type { ServerBuild } from "react-router";
import { IMAGE_BUCKET, IMAGE_WIDTHS } from "./app/lib/images/image-widths.ts";
import { createCachedResponseHandler } from "./app/server/cached-response-handler.ts";
import { type HttpServer, listen, type RequestListener } from "./app/server/http-server.ts";
import { createHttpsRedirect } from "./app/server/https-redirect.ts";
import { PageRenderer } from "./app/server/page-renderer.ts";
import { RenderHost } from "./app/server/render-host.ts";
import { securityHeaders } from "./app/server/security-headers.ts";
import { createShopApp, isStaticFilePath } from "./app/server/shop-app.ts";
import { readBuiltFiles } from "./app/server/static-files.ts";
import { createApiListener } from "./backend/api-listener.ts";
import { type AuthOptions, readAuthOptions } from "./backend/auth/auth-options.ts";
import { describeNewKey, loadBackupKey } from "./backend/backup/backup-key.ts";
import { getClientIp } from "./backend/core/client-ip.ts";
import { getClientNetwork, isOwnMachine } from "./backend/core/client-network.ts";
import { type Config, readConfig } from "./backend/core/config/config.ts";
import type { DatabaseTarget } from "./backend/core/database/database.ts";
import { logSlowStatements } from "./backend/core/database/statements.ts";
import { getErrorCode, StartupError } from "./backend/core/errors.ts";
import { toStartupError } from "./backend/core/http/listen-error.ts";
import { createSiteNameCheck } from "./backend/core/http/site-name.ts";
import { type OpenCertificate, openCertificate } from "./backend/core/http/tls-certificate.ts";
import { OpenCounts } from "./backend/core/limits/open-counts.ts";
import { createRequestLimit } from "./backend/core/limits/open-requests.ts";
import { RequestTurns } from "./backend/core/limits/request-turns.ts";
import { createLogger, type Logger } from "./backend/core/observability/log.ts";
import { counter, gauge, type Metric } from "./backend/core/observability/metrics.ts";
import { toPoolMetrics } from "./backend/core/observability/pool-metrics.ts";
import { createProbes } from "./backend/core/observability/probes.ts";
import { ProcessMetrics } from "./backend/core/observability/process-metrics.ts";
import { createReadinessCheck, isWritable, type Readiness } from "./backend/core/observability/readiness.ts";
import { getRequestId, runWithRequestId } from "./backend/core/observability/request-id.ts";
import { openTracing, traceRequest, traceWork } from "./backend/core/observability/tracing.ts";
import type { Backend } from "./backend/index.ts";
import type { MessageConfig } from "./jobs/mail/index.ts";
import { createMailPages } from "./jobs/mail/mail-pages.ts";
import type { ShopMetrics } from "./jobs/shop-metrics.ts";
import packageJson from "./package.json" with { type: "json" };
import { createReport } from "./scripts/run/report.mjs";

const { version } = packageJson;

/** The development build exports the key of its context, since the one imported here is another object. */
type AppBuild = ServerBuild & { entry: { module: typeof import("./app/entry.server.tsx") } };

/** `ip` is the visitor's. */
type Render = (request: Request, ip: string) => Promise<Response>;

const ROOT = import.meta.dirname;
const SERVER_BUILD_PATH = join(ROOT, "build/server/index.js");
const CLIENT_BUILD_DIR = join(ROOT, "build/client");
const SEED_DIR = join(ROOT, "supabase/seed");

const API_PATH = /^\/(?<service>auth|rest|storage|realtime|functions)\/v1(\/|\?|$)/;
const REALTIME_SOCKET_PATH = /^\/realtime\/v1\//;
const PROBE_PATH = /^\/(healthz|readyz|metrics)(\?|$)/;

const PAGE_CACHE_BYTES = 32 * 1024 * 1024;
/** How long a page is fresh that changes can make wrong or old, and one in front of a hosted project, which tells none. */
const FRESH_MS = 300_000;
const FRESH_UNTOLD_MS = 60_000;

/** A stop signal during the start waits this long for the start to finish. */
const START_TIMEOUT_MS = 10_000;

const OUT_OF_FILES =
  "The shop may not open as many files as it needs: raise the limit to 1024 or more (ulimit -n, LimitNOFILE of systemd).";

const isDevelopment = process.argv.includes("--dev");
const report = createReport(process.stdout);

/**
 * Everything that has been started, in the order in which it is stopped: requests in flight still reach the
 * backend.
 */
const closers: (() => Promise<void>)[] = [];

async function start(): Promise<void> {
  const startedAt = performance.now();
  const [configured, authOptions] = [readConfig(process.env), readAuthOptions(process.env)];
  const log = createLogger(configured.logLevel);
  // The database driver rejects internal promises when a connection is lost: that is no reason to exit.
  process.on("unhandledRejection", (error) => log.error({ err: error }, "unhandled rejection"));
  if (!isDevelopment) redirectConsole(log);
  if (!isDevelopment && !existsSync(SERVER_BUILD_PATH)) {
    throw new StartupError("The pages are not built: `npm start` builds them before it starts the shop.");
  }
  logSlowStatements(configured.slowStatementMs, log);
  if (configured.isTraced) closers.push(await openTracing(version, log));
  const certificate = await openConfiguredCertificate(configured, log);
  const http = await openPort("PORT", configured.port, configured.host, certificate);
  const { port } = http;
  const config = { ...configured, port, siteUrl: configured.siteUrl.replace(/:0$/, `:${port}`) };
  const { httpRedirectPort, siteUrl, dataDir } = config;
  if (httpRedirectPort !== null) {
    const redirect = await openPort("HTTP_REDIRECT_PORT", httpRedirectPort, config.host);
    redirect.handleRequests(createHttpsRedirect(siteUrl, join(dataDir, "acme")));
    report.info(`Plain HTTP is redirected from port ${redirect.port}.`);
  }
  const backend = config.supabase ? null : await launchBackend(config, authOptions, certificate, log);
  const shopMetrics = backend && (await openMetrics(backend));
  const context: ServerContext = {
    config,
    backend,
    log,
    checkReadiness: createShopReadiness(config, backend, shopMetrics),
    metrics: config.metricsToken === null ? null : new ProcessMetrics(version),
    shopMetrics,
    certificate,
  };
  if (config.supabase && config.databaseUrl) {
    await launchHostedJobs(config.databaseUrl, { ...config, textGateway: authOptions.sms ?? null }, log);
  }
  limitConnections(context, http);
  const checkSiteName = createSiteNameCheck(config.siteUrl, log);
  const turns = new RequestTurns();
  const limitRequests = backend && createRequestLimit(backend.limits, config.trustProxy);
  const inTurn = (listener: RequestListener): RequestListener => {
    const start = limitRequests?.(listener) ?? listener;
    return (request, response) =>
      turns.begin(getClientIp(request, config.trustProxy), response, () => start(request, response));
  };
  const observe =
    (listener: RequestListener): RequestListener =>
    (request, response) => {
      checkSiteName(request);
      const kind = getRequestKind(request.url ?? "");
      context.metrics?.observe(request, response, kind);
      const { trustProxy } = config;
      traceRequest(request, response, { kind, trustProxy }, () => listener(request, response));
    };
  // Orders come first: loading the pages takes as long as starting the backend.
  if (backend) http.handleFirst(isApiRequest, observe(inTurn(createBackendListener(backend, config, turns))));
  attachRealtimeSockets(context, http);
  const pages = await (isDevelopment ? createDevListener(context, http) : createProductionListener(context));
  const mailPages = createMailPages(config);
  http.handleRequests(observe(inTurn(withMailPages(mailPages, pages))));
  if (backend && config.backup.copy) {
    const { key, isNew } = await loadBackupKey(config.dataDir);
    if (isNew) report.info(describeNewKey(key));
  }
  const host = ["0.0.0.0", "::", "127.0.0.1", "::1"].includes(config.host) ? "localhost" : config.host;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const scheme = certificate ? "https" : "http";
  report.info(`The shop is open at ${scheme}://${host}:${port} (after ${seconds} s). Ctrl-C closes it.`);
  report.info(describeMail(config, mailPages.address && `${scheme}://localhost:${port}${mailPages.address}`));
}

/** The pages log to the console, since they also run in browsers; their libraries do so as well. */
function redirectConsole(log: Logger): void {
  console.error = (...args) => log.error(format(...args));
  console.warn = (...args) => log.warn(format(...args));
}

interface ServerContext {
  config: Config;
  /** Null in front of a hosted Supabase. */
  backend: Backend | null;
  log: Logger;
  checkReadiness(): Promise<Readiness>;
  /** Null without a token that would open them. */
  metrics: ProcessMetrics | null;
  shopMetrics: ShopMetrics | null;
  /** Of the process's own TLS. */
  certificate: OpenCertificate | null;
}

async function openConfiguredCertificate(
  { tls, siteUrl }: Config,
  log: Logger,
): Promise<OpenCertificate | null> {
  if (!tls) return null;
  if (isDevelopment) throw new StartupError("TLS_CERT is for `npm start`: `npm run dev` speaks plain HTTP.");
  const certificate = await openCertificate(tls, siteUrl, log);
  closers.push(async () => certificate.close());
  return certificate;
}

/** @param variable the one that the port is from */
async function openPort(
  variable: string,
  port: number,
  host: string,
  certificate: OpenCertificate | null = null,
): Promise<HttpServer> {
  try {
    const http = await listen(port, host, { certificate: certificate?.current ?? null });
    certificate?.onRenewal(http.renewCertificate);
    closers.push(http.close);
    return http;
  } catch (error) {
    throw toStartupError(error, variable, port, host);
  }
}

/** Starts the backend, and the shop's jobs over it. */
async function launchBackend(
  config: Config,
  auth: AuthOptions,
  certificate: OpenCertificate | null,
  log: Logger,
): Promise<Backend> {
  // Imported only when used: a process in front of a hosted Supabase does not need them in memory.
  const { startBackend } = await import("./backend/index.ts");
  const { prepareShop, startJobs } = await import("./jobs/index.ts");
  const { isAdministrator } = await import("./jobs/administrators.ts");
  const { enqueueAccountMail } = await import("./jobs/mail/outbox.ts");
  const imageWidths = { [IMAGE_BUCKET]: IMAGE_WIDTHS };
  const application = {
    auth: withShopDefaults(auth),
    enqueueMail: enqueueAccountMail,
    isAdministrator,
    imageWidths,
  };
  const backend = await startBackend(config, application, log, report.step);
  closers.push(backend.close);
  await prepareShop(backend, config, report.step);
  // The jobs use the backend, so they are stopped before it.
  const getCertificateEnd = () => certificate?.current.endsAt ?? null;
  const jobConfig = { ...config, textGateway: auth.sms ?? null, version, getCertificateEnd };
  const stopJobs = await startJobs(backend, jobConfig, log);
  closers.splice(closers.indexOf(backend.close), 0, stopJobs);
  return backend;
}

async function openMetrics({ target }: Backend): Promise<ShopMetrics> {
  const { openShopMetrics } = await import("./jobs/shop-metrics.ts");
  const shopMetrics = openShopMetrics(target);
  closers.unshift(shopMetrics.close);
  return shopMetrics;
}

/** In front of a hosted project, and with a bucket, those who run these watch them. */
function createShopReadiness({ dataDir, s3 }: Config, backend: Backend | null, shop: ShopMetrics | null) {
  if (!backend || !shop) return createReadinessCheck({});
  const storage = () => (s3 ? Promise.resolve(true) : isWritable(join(dataDir, "storage")));
  const needed = { database: backend.isHealthy, migrations: shop.isMigrated, storage };
  return createReadinessCheck(needed, { outbox: shop.areMailsLeaving });
}

/** Text messages take minutes on a busy network. */
const SMS_CODE_SECONDS = 600;

/** Whoever orders with a number only has an anonymous account. */
function withShopDefaults(auth: AuthOptions): AuthOptions {
  return {
    ...auth,
    anonymousEnabled: auth.anonymousEnabled ?? true,
    smsCodeSeconds: auth.smsCodeSeconds ?? SMS_CODE_SECONDS,
  };
}

/**
 * A shop on a hosted Supabase sends its mails from this process, which also counts its daily sums: the hosted
 * project does neither.
 */
async function launchHostedJobs(databaseUrl: string, config: MessageConfig, log: Logger): Promise<void> {
  const { startMail } = await import("./jobs/mail/index.ts");
  const { startSalesDays } = await import("./jobs/sales-days.ts");
  const { refuseTransactionPooler } = await import("./backend/core/database/external-database.ts");
  const target: DatabaseTarget = { kind: "url", url: databaseUrl };
  await refuseTransactionPooler(target);
  closers.push(startMail(target, config, log), startSalesDays(target, log));
}

/** @param pagesUrl where the mails can be read on this machine; null when they cannot */
function describeMail(config: Config, pagesUrl: string | null): string {
  const { supabase, databaseUrl, mail, dataDir } = config;
  if (supabase && !databaseUrl) return "No mails are sent: that needs DATABASE_URL, the project's database.";
  if (mail.smtpUrl) return `Mails leave through ${new URL(mail.smtpUrl).hostname}.`;
  const pages = pagesUrl === null ? "" : `, to be read at ${pagesUrl}`;
  return `Mails are kept in ${join(dataDir, "mails")}${pages}; SMTP_URL sends them.`;
}

async function createProductionListener(context: ServerContext): Promise<RequestListener> {
  const { backend, config, log } = context;
  const { siteUrl, hstsSubdomains, supabase } = config;
  const site = { siteUrl, hstsSubdomains, connectTo: supabase ? [new URL(supabase.url).origin] : [] };
  const renderHost = new RenderHost({
    threadPath: SERVER_BUILD_PATH,
    site,
    backend: {
      ...getSupabaseAccess(context),
      fetch: backend && ((request) => backend.fetchForPages(request)),
    },
    log: (level, text) => log[level](text),
  });
  // Pages are rendered until the last request has been answered.
  closers.push(() => renderHost.close());
  // The files are read while the thread loads its modules.
  const [routes, files] = await Promise.all([renderHost.start(), readBuiltFiles(CLIENT_BUILD_DIR, site)]);
  const pages = new PageRenderer({
    render: (request) =>
      traceWork("render", { "url.path": request.path.split("?", 1)[0] }, () => renderHost.render(request)),
    ...site,
    cacheBytes: PAGE_CACHE_BYTES,
    routes,
    freshMs: backend ? FRESH_MS : FRESH_UNTOLD_MS,
    ...(backend && {
      getPagesPerNetwork: () => backend.limits.getMaximum("parallel_pages", "network"),
      onNetworkRefused: () => backend.limits.countRefusal("parallel_pages/everyone/network"),
    }),
    getPendingChanges: () => backend?.getPendingPageChanges() ?? null,
  });
  backend?.onPageChange((change) => pages.invalidate(change));
  const app = createApp(context, (request, ip) => pages.fetch(request, getClientNetwork(ip)), pages);
  return createCachedResponseHandler({
    files,
    pages,
    next: withRequestId(config, getRequestListener(app.fetch)),
  });
}

async function createDevListener(context: ServerContext, http: HttpServer): Promise<RequestListener> {
  const { startDevServer } = await import("./app/server/dev-server.ts");
  const { createRender } = await import("./app/server/page-handler.ts");
  const { backend, config } = context;
  const development = await startDevServer<AppBuild>(http.server);
  // Its connections to the browser stay open: they are closed first.
  closers.unshift(development.close);
  const { supabase, publicSupabaseUrl } = getSupabaseAccess(context);
  const access: typeof fetch = backend
    ? (input, init) => backend.fetchForPages(new Request(input, init))
    : fetch;
  const app = createApp(context, async (request) => {
    const shop = { supabase: { ...supabase, fetch: access }, siteUrl: config.siteUrl, publicSupabaseUrl };
    const build = await development.loadBuild();
    const render = createRender(build, build.entry.module.appContext, shop, "development");
    return render(request, null);
  });
  const next = getRequestListener(app.fetch);
  return (request, response) => {
    const goOn = () => next(request, response);
    const isHttp1 = request instanceof IncomingMessage && response instanceof ServerResponse;
    if (isHttp1) development.middleware(request, response, goOn);
    else goOn();
  };
}

/** Where the pages find Supabase; the backend's own address is that of the shop. */
function getSupabaseAccess({ backend, config: { siteUrl, supabase } }: ServerContext) {
  return {
    supabase: backend
      ? { url: siteUrl, anonKey: backend.anonKey }
      : { url: supabase?.url ?? siteUrl, anonKey: supabase?.anonKey ?? "" },
    publicSupabaseUrl: supabase?.url ?? "",
  };
}

const isApiRequest = ({ url }: { url?: string | undefined }) => API_PATH.test(url ?? "");

function createBackendListener(backend: Backend, config: Config, turns: RequestTurns): RequestListener {
  return createApiListener(backend, config.trustProxy, turns, (listener) => withRequestId(config, listener));
}

/** A visitor with thousands of connections, idle or slow, leaves those of others; its sockets are counted by realtime. */
function limitConnections({ backend, config }: ServerContext, http: HttpServer): void {
  if (!backend || config.trustProxy) return;
  const connections = new OpenCounts(backend.limits, "connections");
  // A shop that is not told of its proxy sees everybody at its own machine's address, and must go on selling.
  http.handleConnections((address) => (isOwnMachine(address) ? () => {} : connections.take(address)));
}

/** Realtime's sockets stay open: they are closed before the server waits for requests in flight. */
function attachRealtimeSockets({ backend, config }: ServerContext, http: HttpServer): void {
  if (!backend) return;
  http.handleUpgrades(
    ({ url, headers }) => REALTIME_SOCKET_PATH.test(url ?? "") && /^websocket$/i.test(headers.upgrade ?? ""),
    (request, socket, head) =>
      backend.upgrade(request, socket, head, getClientIp(request, config.trustProxy)),
  );
  closers.unshift(backend.closeSockets);
}

/**
 * Gives each request its id. Cached pages and files get none: the same bytes answer many requests, on CDNs too, and
 * nothing happens behind them.
 */
function withRequestId<T>(
  { trustProxy }: Config,
  listener: (...pair: Parameters<RequestListener>) => T,
): (...pair: Parameters<RequestListener>) => T {
  return (request, response) =>
    runWithRequestId(request, response, trustProxy, () => listener(request, response));
}

/** For the metrics. */
function getRequestKind(url: string): string {
  const service = API_PATH.exec(url)?.groups?.service;
  if (service) return service;
  if (PROBE_PATH.test(url)) return "probe";
  return isStaticFilePath(url.split("?", 1)[0] ?? "") ? "file" : "page";
}

/** The pages of the mails stored on this machine, for local requests only; for others they do not exist. */
function withMailPages(mails: ReturnType<typeof createMailPages>, next: RequestListener): RequestListener {
  const listener = getRequestListener(mails.fetch);
  return (request, response) => (mails.handles(request) ? listener : next)(request, response);
}

function createApp(context: ServerContext, render: Render, pages?: PageRenderer) {
  const { backend, config, log } = context;
  const probes = createProbes({
    isHealthy: backend?.isHealthy ?? (async () => true),
    checkReadiness: context.checkReadiness,
    readMetrics: () => readMetrics(context, pages),
    metricsToken: config.metricsToken,
    headers: securityHeaders(config),
  });
  return createShopApp({
    site: config,
    seedDir: SEED_DIR,
    probes,
    render: (request, incoming) => render(request, getClientIp(incoming, config.trustProxy)),
    getReference: getRequestId,
    logError: (fields, text) => log.error(fields, text),
  });
}

async function readMetrics(
  { backend, metrics, shopMetrics, certificate }: ServerContext,
  pages: PageRenderer | undefined,
): Promise<Metric[]> {
  const { hits, misses } = pages?.getUse() ?? { hits: 0, misses: 0 };
  const pool = backend?.getPoolUse();
  return [
    ...(metrics?.read() ?? []),
    counter("yaare_page_cache_hits_total", "Pages that were answered from the cache.", hits),
    counter("yaare_page_cache_misses_total", "Pages that were not.", misses),
    ...(pool ? toPoolMetrics(pool) : []),
    ...(certificate ? [toCertificateMetric(certificate)] : []),
    ...((await shopMetrics?.read()) ?? []),
  ];
}

function toCertificateMetric({ current }: OpenCertificate): Metric {
  const seconds = current.endsAt.getTime() / 1000;
  return gauge("yaare_tls_certificate_expiry_timestamp_seconds", "When the certificate ends.", seconds);
}

async function stop(): Promise<void> {
  for (const close of closers.splice(0)) await close();
}

const started = start();
let isStopping = false;

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
