/**
 * Composition root: the one file that imports the backend, the shop's jobs and the pages. It takes the port,
 * starts the backend (or none, in front of a hosted Supabase), connects jobs and pages with it, and shuts
 * everything down in order. `--dev` serves the sources through Vite instead of the build.
 */
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { IMAGE_BUCKET, IMAGE_WIDTHS } from "./app/lib/images/image-widths.ts";
import { hideTrackingToken } from "./app/lib/models/tracking-path.ts";
import { createCachedResponseHandler } from "./app/server/http/cached-response-handler.ts";
import { type HttpServer, listen, type RequestListener } from "./app/server/http/http-server.ts";
import { createHttpsRedirect } from "./app/server/http/https-redirect.ts";
import { securityHeaders } from "./app/server/http/security-headers.ts";
import { readBuiltFiles } from "./app/server/http/static-files.ts";
import { PageRenderer } from "./app/server/page-renderer.ts";
import { type PageBackend, RenderHost } from "./app/server/render/render-host.ts";
import { createShopApp, isStaticFilePath } from "./app/server/shop-app.ts";
import {
  createApiListener,
  getApiService,
  isRealtimeUpgrade,
  isVisitorsRead,
} from "./backend/api-listener.ts";
import { type AuthOptions, readAuthOptions } from "./backend/auth/auth-options.ts";
import { describeNewKey, loadBackupKey } from "./backend/backup/backup-key.ts";
import { getClientIp } from "./backend/core/client-ip.ts";
import { getClientNetwork } from "./backend/core/client-network.ts";
import { type Config, readConfig } from "./backend/core/config/config.ts";
import { logSlowStatements } from "./backend/core/database/statements.ts";
import { getErrorMessage, StartupError } from "./backend/core/errors.ts";
import { toStartupError } from "./backend/core/http/listen-error.ts";
import { createSiteNameCheck } from "./backend/core/http/site-name.ts";
import { type OpenCertificate, openCertificate } from "./backend/core/http/tls-certificate.ts";
import {
  createConnectionLimit,
  createRequestLimit,
  refuseForOverload,
  refuseRequest,
} from "./backend/core/limits/open-requests.ts";
import { RequestTurns } from "./backend/core/limits/request-turns.ts";
import { createLogger, type Logger, redirectConsole } from "./backend/core/observability/log.ts";
import { ProcessMetrics } from "./backend/core/observability/process-metrics.ts";
import { getRequestId, withRequestId } from "./backend/core/observability/request-id.ts";
import { openTracing, traceRequest, traceWork } from "./backend/core/observability/tracing.ts";
import { runProcess } from "./backend/core/run-process.ts";
import type { Backend } from "./backend/index.ts";
import { describeMail } from "./jobs/mail/describe-mail.ts";
import { createMailPages, withMailPages } from "./jobs/mail/mail-pages.ts";
import { createShopProbes, type WatchedParts } from "./jobs/probes.ts";
import packageJson from "./package.json" with { type: "json" };
import { createReport } from "./scripts/run/report.mjs";

const { version } = packageJson;

/** `ip` is the visitor's. */
type Render = (request: Request, ip: string) => Promise<Response>;

const ROOT = import.meta.dirname;
const SERVER_BUILD_PATH = join(ROOT, "build/server/index.js");
const CLIENT_BUILD_DIR = join(ROOT, "build/client");
const SEED_DIR = join(ROOT, "supabase/seed");

const PROBE_PATH = /^\/(healthz|readyz|metrics)(\?|$)/;

const PAGE_CACHE_BYTES = 32 * 1024 * 1024;
/** How long a page is fresh that changes can make wrong or old, and one in front of a hosted project, which tells none. */
const FRESH_MS = 300_000;
const FRESH_UNTOLD_MS = 60_000;

const isDevelopment = process.argv.includes("--dev");
const report = createReport(process.stdout);

/** Stops everything that has been started, in this order: requests in flight still reach the backend. */
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
    redirect.handleRequests(createHttpsRedirect(siteUrl, await makeAcmeFolder(dataDir)));
    report.info(`Plain HTTP is redirected from port ${redirect.port}.`);
  }
  const backend = config.supabase ? null : await launchBackend(config, authOptions, certificate, log);
  const context: ServerContext = {
    config,
    log,
    backend,
    shopMetrics: backend && (await openMetrics(backend)),
    processMetrics: config.metricsToken === null ? null : new ProcessMetrics(version),
    certificate,
  };
  if (config.supabase && config.databaseUrl) {
    const { startHostedJobs } = await import("./jobs/hosted-jobs.ts");
    const jobConfig = { ...config, textGateway: authOptions.sms ?? null };
    closers.push(await startHostedJobs(config.databaseUrl, jobConfig, log));
  }
  const turns = new RequestTurns();
  const prepare = createPreparation(context, turns);
  if (backend) {
    attachBackend(backend, config, http, prepare(createApiListener(backend, config.trustProxy, turns)));
  }
  const pages = await (isDevelopment ? createDevListener(context, http) : createProductionListener(context));
  const mailPages = createMailPages(config);
  http.handleRequests(prepare(withMailPages(mailPages, pages)));
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

interface ServerContext extends Omit<WatchedParts, "getCacheUse"> {
  config: Config;
  log: Logger;
  /** Null in front of a hosted Supabase. */
  backend: Backend | null;
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

/** `certbot --webroot` demands that its folder is there. */
async function makeAcmeFolder(dataDir: string): Promise<string> {
  const folder = join(dataDir, "acme");
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw new StartupError(
      `Cannot make ${folder} (${getErrorMessage(error)}): make DATA_DIR writable or set another one.`,
    );
  });
  return folder;
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

async function openMetrics({ target }: Backend) {
  const { openShopMetrics } = await import("./jobs/shop-metrics.ts");
  const shopMetrics = openShopMetrics(target);
  closers.unshift(shopMetrics.close);
  return shopMetrics;
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
 * Returns the function that prepares a listener: its requests are measured, counted and begun in the turn of their
 * networks.
 */
function createPreparation(
  { config, backend, processMetrics, log }: ServerContext,
  turns: RequestTurns,
): (listener: RequestListener) => RequestListener {
  const { trustProxy } = config;
  const checkSiteName = createSiteNameCheck(config.siteUrl, log);
  const limitRequests = backend && createRequestLimit(backend.limits, trustProxy);
  return (listener) => {
    const limited = limitRequests?.(listener) ?? listener;
    return (request, response) => {
      checkSiteName(request);
      const kind = getRequestKind(request.url ?? "");
      processMetrics?.observe(request, response, kind);
      const ip = getClientIp(request, trustProxy);
      const mayRefuse = isVisitorsRead(request);
      const start = () => {
        if (mayRefuse && backend && !backend.admitRead(ip)) refuseForOverload(response);
        else limited(request, response);
      };
      const { method, headers, url = "" } = request;
      const traced = config.isTraced ? { method, headers, url: hideTrackingToken(url) } : request;
      traceRequest(traced, response, { kind, trustProxy }, () =>
        turns.begin(ip, response, start, {
          tooMany: refuseRequest,
          overload: mayRefuse ? refuseForOverload : null,
        }),
      );
    };
  };
}

/** Orders come before the pages: loading these takes as long as starting the backend. */
function attachBackend(
  backend: Backend,
  { trustProxy }: Config,
  http: HttpServer,
  listener: RequestListener,
): void {
  if (!trustProxy) http.handleConnections(createConnectionLimit(backend.limits));
  http.handleFirst(({ url }) => getApiService(url ?? "") !== undefined, listener);
  http.handleUpgrades(isRealtimeUpgrade, (request, socket, head) =>
    backend.upgrade(request, socket, head, getClientIp(request, trustProxy)),
  );
  // Realtime's sockets stay open: they are closed before the server waits for requests in flight.
  closers.unshift(backend.closeSockets);
}

async function createProductionListener(context: ServerContext): Promise<RequestListener> {
  const { backend, config, log } = context;
  const { siteUrl, hstsSubdomains, supabase } = config;
  const site = { siteUrl, hstsSubdomains, connectTo: supabase ? [new URL(supabase.url).origin] : [] };
  const renderHost = new RenderHost({
    threadPath: SERVER_BUILD_PATH,
    site,
    backend: getPageBackend(context),
    log: (level, text) => log[level](text),
  });
  // Pages are rendered until the last request has been answered.
  closers.push(() => renderHost.close());
  // The files are read while the thread loads its modules.
  const [routes, files] = await Promise.all([renderHost.start(), readBuiltFiles(CLIENT_BUILD_DIR, site)]);
  const pages = new PageRenderer({
    render: (request) =>
      traceWork("render", { "url.path": hideTrackingToken(request.path).split("?", 1)[0] }, () =>
        renderHost.render(request),
      ),
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
  backend?.onPageChange((change) => {
    renderHost.forgetShared(change);
    pages.invalidate(change);
  });
  const app = createApp(context, (request, ip) => pages.fetch(request, getClientNetwork(ip)), pages);
  return createCachedResponseHandler({
    files,
    pages,
    next: withRequestId(config.trustProxy, getRequestListener(app.fetch)),
  });
}

async function createDevListener(context: ServerContext, http: HttpServer): Promise<RequestListener> {
  const { startDevServer } = await import("./app/server/dev-server.ts");
  const development = await startDevServer(http.server, getPageBackend(context), context.config.siteUrl);
  // Its connections to the browser stay open: they are closed first.
  closers.unshift(development.close);
  const app = createApp(context, development.render);
  return development.serveSources(getRequestListener(app.fetch));
}

/** Where the pages find Supabase; the backend's own address is that of the shop. */
function getPageBackend({ backend, config: { siteUrl, supabase } }: ServerContext): PageBackend {
  return {
    supabase: backend
      ? { url: siteUrl, anonKey: backend.anonKey }
      : { url: supabase?.url ?? siteUrl, anonKey: supabase?.anonKey ?? "" },
    publicSupabaseUrl: supabase?.url ?? "",
    fetch: backend && ((request) => backend.fetchForPages(request)),
  };
}

/** For the metrics. */
function getRequestKind(url: string): string {
  const service = getApiService(url);
  if (service) return service;
  if (PROBE_PATH.test(url)) return "probe";
  return isStaticFilePath(url.split("?", 1)[0] ?? "") ? "file" : "page";
}

function createApp(context: ServerContext, render: Render, pages?: PageRenderer) {
  const { config, log } = context;
  const getCacheUse = () => pages?.getUse() ?? { hits: 0, misses: 0 };
  return createShopApp({
    site: config,
    seedDir: SEED_DIR,
    probes: createShopProbes({ ...context, getCacheUse }, config, securityHeaders(config)),
    render: (request, incoming) => render(request, getClientIp(incoming, config.trustProxy)),
    getReference: getRequestId,
    logError: (fields, text) => log.error(fields, text),
  });
}

runProcess(start, closers);
