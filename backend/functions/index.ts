/**
 * The functions service: runs supabase/functions/<name> for requests to /functions/v1/<name>, as a hosted project's
 * edge runtime does. What it cannot do is keep a function from the process's memory and time: these are the shop's own.
 */
import { join } from "node:path";
import { openToOrigins, readBytes } from "../core/http.ts";
import type { Logger } from "../core/log.ts";
import type { RequestContext, Service } from "../core/service.ts";
import { readOpenFunctions } from "./config.ts";
import { createLoader, type Handler, type LoadFunction } from "./loader.ts";
import { type Loopback, openLoopback } from "./loopback.ts";

const ADDRESS = /^\/functions\/v1(\/([^/]+).*)/;
const SUPABASE = join(import.meta.dirname, "../../supabase");

export interface FunctionsOptions {
  /** The backend itself, for functions that call it. */
  fetch(request: Request): Promise<Response>;
  anonKey: string;
  serviceRoleKey: string;
  siteUrl: string;
  log: Logger;
  /** The folder that holds config.toml and functions/. */
  directory?: string;
  timeLimitMs?: number;
  maxBodyBytes?: number;
}

export async function createFunctions(options: FunctionsOptions): Promise<Service> {
  const { log, directory = SUPABASE, timeLimitMs = 60_000, maxBodyBytes = 1 << 20 } = options;
  const open = await readOpenFunctions(join(directory, "config.toml"));
  let started: Promise<{ load: LoadFunction; loopback: Loopback }> | null = null;

  /** With the first call: a shop whose functions nobody calls opens no further port. */
  async function start() {
    const loopback = await openLoopback(options.fetch);
    const load = createLoader(join(directory, "functions"), {
      SUPABASE_URL: loopback.url,
      SUPABASE_ANON_KEY: options.anonKey,
      SUPABASE_SERVICE_ROLE_KEY: options.serviceRoleKey,
      SITE_URL: options.siteUrl,
    });
    return { load, loopback };
  }

  async function answer(request: Request, context: RequestContext): Promise<Response> {
    const url = new URL(request.url);
    const [, path = "", name = ""] = ADDRESS.exec(url.pathname) ?? [];
    let handler: Handler | null;
    try {
      started ??= start().catch((error: unknown) => {
        started = null;
        throw error;
      });
      handler = await (await started).load(name);
    } catch (error) {
      log.error({ err: error, function: name }, "a function could not be loaded");
      return failure(503, "BOOT_ERROR", "Function failed to start (please check logs)");
    }
    if (!handler) return failure(404, "NOT_FOUND", "Requested function was not found");
    if (!open.has(name) && request.method !== "OPTIONS" && !context.claims) {
      const msg = context.tokenFailure?.message ?? "Missing authorization header";
      return openToOrigins(Response.json({ msg }, { status: 401 }));
    }
    url.pathname = path;
    try {
      const body = await readBytes(request, maxBodyBytes);
      if (body === null) return failure(413, "PAYLOAD_TOO_LARGE", "Request body is too large");
      const { method, headers } = request;
      const received = new Request(url, { method, headers, body: request.body ? body : null });
      return await inTime(handler(received));
    } catch (error) {
      log.error({ err: error, function: name }, "a function failed");
      return failure(500, "WORKER_ERROR", "Function exited due to an error (please check logs)");
    }
  }

  async function inTime(response: Response | Promise<Response>): Promise<Response> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Response>((resolve) => {
      timer = setTimeout(
        () => resolve(failure(546, "WORKER_LIMIT", "Function took longer than it may")),
        timeLimitMs,
      );
    });
    try {
      return await Promise.race([response, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    fetch: answer,
    close: async () => (await started)?.loopback.close(),
  };
}

/** CORS is a function's own matter; what the platform answers in its place is open to all. */
function failure(status: number, code: string, message: string): Response {
  return openToOrigins(Response.json({ code, message }, { status }));
}
