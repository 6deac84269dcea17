/**
 * Composition root: the one file that sees both the backend and the pages. It takes the port, starts the backend (or
 * none, in front of a hosted Supabase), gives the pages their way to it, and puts everything down again in order.
 *
 * `--dev` serves the sources through Vite instead of the build, without page cache or content security policy.
 */
import { existsSync } from "node:fs";
import type { IncomingMessage, RequestListener } from "node:http";
import type { Http2ServerRequest } from "node:http2";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { format, inspect } from "node:util";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import type { AppContext } from "./app/lib/app-context.ts";
import { createFastLane } from "./app/server/fast-lane.ts";
import { createGiveBack } from "./app/server/give-back.ts";
import { type HttpServer, listen } from "./app/server/http-server.ts";
import { conditionsOf, isSafe, Pages, toResponse } from "./app/server/pages.ts";
import { securityHeaders } from "./app/server/security-headers.ts";
import { createPictures, readBuiltFiles } from "./app/server/static-files.ts";
import { type Config, readConfig } from "./backend/core/config.ts";
import { codeOf, messageOf, StartError } from "./backend/core/errors.ts";
import { createLogger, type Logger } from "./backend/core/log.ts";
import type { Backend } from "./backend/index.ts";
import { createMailPages, hasMailPages } from "./backend/mail/mail-pages.ts";
import { createReport } from "./scripts/run/report.mjs";

/** The build holds the key of its context: the one that could be imported here would be another object. */
type ShopBuild = ServerBuild & { entry: { module: typeof import("./app/entry.server.tsx") } };

type Render = (request: Request) => Promise<Response>;

const ROOT = import.meta.dirname;
const BUILT_PAGES = join(ROOT, "build/server/index.js");
const BUILT_FILES = join(ROOT, "build/client");
const PICTURES = join(ROOT, "supabase/seed/pictures");

const API_ADDRESS = /^\/(auth|rest|storage|realtime|functions)\/v1(\/|\?|$)/;
const SOCKET_ADDRESS = /^\/realtime\/v1\//;
/** Addresses of files: one that does not exist is answered before a page is made for it. */
const FILE_ADDRESS = /^\/assets\/|\.(avif|css|gif|ico|jpe?g|js|map|png|svg|webp|woff2?)$/;

const PAGE_CACHE_BYTES = 32 * 1024 * 1024;
const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** A start that hangs for this long is given up when it is told to stop. */
const START_PATIENCE_MS = 10_000;

const isDevelopment = process.argv.includes("--dev");
const report = createReport(process.stdout);

/** What has been started, in the order in which it is stopped: requests in flight still find the backend. */
const running: (() => Promise<void>)[] = [];

async function start(): Promise<void> {
  const startedAt = performance.now();
  const wanted = readConfig(process.env);
  const log = createLogger(wanted.logLevel);
  // The database driver rejects promises of its own when a connection is lost: that is no reason to stop.
  process.on("unhandledRejection", (error) => log.error({ err: error }, "a failure nobody waited for"));
  if (!isDevelopment) logConsole(log);
  if (!isDevelopment && !existsSync(BUILT_PAGES)) {
    throw new StartError("The pages are not built: `npm start` builds them before it starts the shop.");
  }
  const http = await takePort(wanted);
  running.push(http.close);
  const config = { ...wanted, siteUrl: wanted.siteUrl.replace(/:0$/, `:${http.port}`) };
  const shop: Shop = { config, backend: config.supabase ? null : await openBackend(config, log), log };
  if (config.supabase && config.databaseUrl) await openMail(config.databaseUrl, config, log);
  const pages = isDevelopment ? await developmentListener(shop, http) : await productionListener(shop);
  openSockets(shop, http);
  http.open(withApi(shop, withMails(config, pages)));
  const host = ["0.0.0.0", "::", "127.0.0.1", "::1"].includes(config.host) ? "localhost" : config.host;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  report.note(`The shop is open at http://${host}:${http.port} (after ${seconds} s). Ctrl-C closes it.`);
  report.note(describeMail(config));
}

/** The pages run in browsers too and know the console alone; their libraries use it as well. */
function logConsole(log: Logger): void {
  console.error = (...said) => log.error(format(...said));
  console.warn = (...said) => log.warn(format(...said));
}

interface Shop {
  config: Config;
  /** Null in front of a hosted Supabase. */
  backend: Backend | null;
  log: Logger;
}

async function takePort({ port, host }: Config): Promise<HttpServer> {
  try {
    return await listen(port, host);
  } catch (error) {
    const unknownHost = `HOST=${host} is no address: set another HOST.`;
    const reasons: Record<string, string> = {
      EADDRINUSE: `Port ${port} is taken by another program: stop that one, or set another PORT.`,
      EACCES: `Port ${port} needs more rights than this user has: set a PORT above 1023.`,
      EADDRNOTAVAIL: `HOST=${host} is not an address of this machine: set another HOST.`,
      ENOTFOUND: unknownHost,
      // The same from a machine without a network.
      EAI_AGAIN: unknownHost,
    };
    throw new StartError(
      reasons[codeOf(error) ?? ""] ?? `Cannot listen on ${host}:${port}: ${messageOf(error)}`,
    );
  }
}

async function openBackend(config: Config, log: Logger): Promise<Backend> {
  // Loaded only where it is used: a process in front of a hosted Supabase needs none of it in memory.
  const { startBackend } = await import("./backend/index.ts");
  const backend = await startBackend(config, log, report.step);
  running.push(backend.close);
  return backend;
}

/** A shop on a hosted Supabase sends its mails from here: the project has nothing that would. */
async function openMail(databaseUrl: string, config: Config, log: Logger): Promise<void> {
  const { startMail } = await import("./backend/mail/index.ts");
  running.push(startMail({ kind: "url", url: databaseUrl }, config, log));
}

function describeMail(config: Config): string {
  const { supabase, databaseUrl, mail, dataDir } = config;
  if (supabase && !databaseUrl) return "No mails are sent: that needs DATABASE_URL, the project's database.";
  if (mail.smtpUrl) return `Mails leave through ${new URL(mail.smtpUrl).hostname}.`;
  const pages = hasMailPages(config) ? ", to be read at /mails" : "";
  return `Mails are kept in ${join(dataDir, "mails")}${pages}; SMTP_URL sends them.`;
}

async function productionListener(shop: Shop): Promise<RequestListener> {
  const { siteUrl, supabase } = shop.config;
  const build: ShopBuild = await import(BUILT_PAGES);
  const pages = new Pages({
    render: createRender(shop, build.entry.module.appContext, createRequestHandler(build, "production")),
    siteUrl,
    connectTo: supabase ? [new URL(supabase.url).origin] : [],
    cacheBytes: PAGE_CACHE_BYTES,
    onMade: createGiveBack(),
    onError: (error) => shop.log.error({ err: error }, "a page could not be made"),
  });
  shop.backend?.onTableChange((table) => pages.invalidate(table));
  const app = createApp(shop, (request) => pages.fetch(request));
  return createFastLane({
    files: await readBuiltFiles(BUILT_FILES, siteUrl),
    pages,
    next: getRequestListener(app.fetch),
  });
}

async function developmentListener(shop: Shop, http: HttpServer): Promise<RequestListener> {
  const { startDevelopment } = await import("./app/server/development.ts");
  const development = await startDevelopment<ShopBuild>(http.server);
  // Its connections to the browser stay open for ever: they go first.
  running.unshift(development.close);
  const handle = createRequestHandler(development.loadBuild, "development");
  const app = createApp(shop, async (request) => {
    const build = await development.loadBuild();
    return createRender(shop, build.entry.module.appContext, handle)(request);
  });
  const next = getRequestListener(app.fetch);
  return (request, response) => development.middleware(request, response, () => next(request, response));
}

/** React Router's handler with what the pages are given: the way to the data, in process when it is our own. */
function createRender(
  { backend, config: { siteUrl, supabase } }: Shop,
  key: ShopBuild["entry"]["module"]["appContext"],
  handle: ReturnType<typeof createRequestHandler>,
): Render {
  const context: AppContext = {
    supabase: backend
      ? {
          url: siteUrl,
          anonKey: backend.anonKey,
          fetch: (input, init) => backend.fetch(new Request(input, init), "127.0.0.1"),
        }
      : { url: supabase?.url ?? siteUrl, anonKey: supabase?.anonKey ?? "", fetch },
    siteUrl,
    publicSupabaseUrl: supabase?.url ?? "",
  };
  return (request) => handle(request, new RouterContextProvider(new Map([[key, context]])));
}

/** The backend's addresses go to it directly: it has limits of its own, and is called too often for a router. */
function withApi({ backend, config }: Shop, next: RequestListener): RequestListener {
  if (!backend) return next;
  const api = getRequestListener((request, { incoming }) =>
    backend.fetch(request, clientAddress(incoming, config.trustProxy)),
  );
  return (request, response) => (API_ADDRESS.test(request.url ?? "") ? api : next)(request, response);
}

/** Realtime's sockets stay open for ever: they are closed before the listener waits for what is in flight. */
function openSockets({ backend, config }: Shop, http: HttpServer): void {
  if (!backend) return;
  http.openSockets(
    ({ url, headers }) => SOCKET_ADDRESS.test(url ?? "") && /^websocket$/i.test(headers.upgrade ?? ""),
    (request, socket, head) =>
      backend.upgrade(request, socket, head, clientAddress(request, config.trustProxy)),
  );
  running.unshift(backend.hangUp);
}

/** The mails that are kept on this machine, for whoever sits at it; to all others the address does not exist. */
function withMails(config: Config, next: RequestListener): RequestListener {
  const mails = createMailPages(config);
  const listener = getRequestListener(mails.fetch);
  return (request, response) => (mails.answers(request) ? listener : next)(request, response);
}

function createApp({ config, log }: Shop, render: Render): Hono {
  const app = new Hono();
  const headers = securityHeaders(config.siteUrl);
  const limit = bodyLimit({
    maxSize: MAX_BODY_BYTES,
    onError: (c) => c.json({ message: "Request size limit exceeded" }, 413, headers),
  });
  // Looking for a body makes a whole Request of the adapter's light one: reads have none to look for.
  app.use((c, next) => (isSafe(c.req.method) ? next() : limit(c, next)));
  app.get("/healthz", (c) => c.json({ status: "ok" }, 200, headers));
  const picture = createPictures(PICTURES, config.siteUrl);
  app.get("/pictures/:name", async (c) => {
    const answer = await picture(c.req.param("name"));
    return answer ? toResponse(await answer.answer(conditionsOf(c.req.raw))) : c.notFound();
  });
  app.all("*", async (c) => (FILE_ADDRESS.test(c.req.path) ? c.notFound() : render(c.req.raw)));
  app.notFound((c) => c.text("Not found", 404, headers));
  app.onError((error, c) => {
    log.error({ err: error }, "a request failed");
    return c.json({ message: "Internal server error" }, 500, headers);
  });
  return app;
}

/** Behind a proxy that is trusted, the last address in the list is the one which that proxy saw. */
function clientAddress(incoming: IncomingMessage | Http2ServerRequest, trustProxy: boolean): string {
  const forwarded = trustProxy ? String(incoming.headers["x-forwarded-for"] ?? "") : "";
  return forwarded.split(",").at(-1)?.trim() || (incoming.socket.remoteAddress ?? "");
}

async function stop(): Promise<void> {
  for (const close of running.splice(0)) await close();
}

const started = start();
let isStopping = false;

/** A signal that comes during the start waits for it: what is half started could not be stopped in order. */
function stopOnSignal(): void {
  if (isStopping) return;
  isStopping = true;
  Promise.race([started.catch(() => {}), sleep(START_PATIENCE_MS)])
    .then(stop)
    .then(() => process.exit(0), fail);
}

async function fail(error: unknown): Promise<never> {
  process.stderr.write(`${error instanceof StartError ? error.message : inspect(error)}\n`);
  await stop().catch(() => {});
  process.exit(1);
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stopOnSignal);
// The command that started us is gone (kill -9): nobody is left to stop us.
process.on("disconnect", stopOnSignal);
started.catch(fail);
