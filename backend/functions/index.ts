/**
 * The functions service: runs supabase/functions/<name> for requests to /functions/v1/<name>, as the edge
 * runtime of a hosted project does. Each function has its own thread, with limits
 * (docs/decisions/0019-functions.md).
 */
import { access } from "node:fs/promises";
import { join } from "node:path";
import type { RequestContext, Service } from "#backend/core/gateway/service.ts";
import { readBodyBytes, withCorsHeaders } from "#backend/core/http/http.ts";
import type { Logger } from "#backend/core/observability/log.ts";
import { startDeadline } from "#backend/core/timing/deadline.ts";
import { readFunctionsConfig } from "./config.ts";
import { defaultLimits, type FunctionLimits } from "./function-limits.ts";
import { FunctionWorker, WorkerError } from "./function-worker.ts";
import { type Loopback, openLoopback } from "./loopback.ts";

const FUNCTION_PATH = /^\/functions\/v1(\/([^/]+).*)/;
/** Also prevents path traversal. */
const FUNCTION_NAME = /^[A-Za-z][A-Za-z0-9_-]*$/;
const SUPABASE_DIRECTORY = join(import.meta.dirname, "../../supabase");

const ERROR_RESPONSES = {
  BOOT_ERROR: [503, "Function failed to start (please check logs)"],
  WORKER_ERROR: [500, "Function exited due to an error (please check logs)"],
  WORKER_LIMIT: [546, "Function failed due to not having enough compute resources (please check logs)"],
} as const;

export interface FunctionsOptions {
  /** The backend's own handler, for functions that call it. */
  fetch(request: Request): Promise<Response>;
  /** The environment of functions, besides SUPABASE_URL. They see no other variables of the process. */
  environment: Record<string, string>;
  /** Counts a call from this address; returns 0 when it is allowed, else the seconds to wait. Without it all are. */
  takeCall?(ip: string): number;
  log: Logger;
  /** The folder with config.toml and functions/. */
  directory?: string;
  limits?: Partial<FunctionLimits>;
}

export async function createFunctions(options: FunctionsOptions): Promise<Service> {
  const { log, directory = SUPABASE_DIRECTORY } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const functionsConfig = await readFunctionsConfig(join(directory, "config.toml"));
  const workers = new Map<string, FunctionWorker>();
  /** Includes workers that are too old for further requests. */
  const running = new Set<FunctionWorker>();
  let loopback: Promise<Loopback> | null = null;

  /** Opens with the first call: a shop whose functions are not called opens no further port. */
  function getLoopback(): Promise<Loopback> {
    loopback ??= openLoopback(options.fetch).catch((error: unknown) => {
      loopback = null;
      throw error;
    });
    return loopback;
  }

  async function getWorker(name: string, file: string): Promise<FunctionWorker> {
    const { url } = await getLoopback();
    const known = workers.get(name);
    if (known?.acceptsRequests) return known;
    const environment = { ...options.environment, SUPABASE_URL: url };
    const worker = new FunctionWorker({
      file,
      environment,
      limits,
      log,
      onEnd: () => running.delete(worker),
    });
    running.add(worker);
    workers.set(name, worker);
    return worker;
  }

  async function handle(request: Request, context: RequestContext): Promise<Response> {
    const url = new URL(request.url);
    const [, path = "", name = ""] = FUNCTION_PATH.exec(url.pathname) ?? [];
    const file = join(directory, "functions", name, "index.ts");
    if (
      !FUNCTION_NAME.test(name) ||
      functionsConfig.disabledFunctions.has(name) ||
      !(await fileExists(file))
    ) {
      return errorResponse(404, "NOT_FOUND", "Requested function was not found");
    }
    if (!functionsConfig.publicFunctions.has(name) && request.method !== "OPTIONS") {
      const msg = findTokenError(request, context);
      if (msg) return withCorsHeaders(Response.json({ msg }, { status: 401 }));
    }
    const waitSeconds = options.takeCall?.(context.ip) ?? 0;
    if (waitSeconds > 0) {
      const response = errorResponse(429, "TOO_MANY_REQUESTS", "Too many requests to functions");
      response.headers.set("retry-after", String(waitSeconds));
      return response;
    }
    url.pathname = path;
    const body = await readBodyBytes(request, limits.maxRequestBytes);
    if (body === null) return errorResponse(413, "PAYLOAD_TOO_LARGE", "Request body is too large");
    try {
      const worker = await getWorker(name, file);
      const { method, headers } = request;
      const call = { url: url.href, method, headers: [...headers], body: request.body ? body : null };
      return await withTimeout(worker.call(call));
    } catch (error) {
      log.error({ err: error, function: name }, "a function did not respond");
      const code = error instanceof WorkerError ? error.code : "WORKER_ERROR";
      return errorResponse(ERROR_RESPONSES[code][0], code, ERROR_RESPONSES[code][1]);
    }
  }

  async function withTimeout(response: Promise<Response>): Promise<Response> {
    const { promise: timeout, resolve } = Promise.withResolvers<Response>();
    const cancelDeadline = startDeadline(limits.responseTimeoutMs, () => {
      resolve(errorResponse(504, "IDLE_TIMEOUT", "Function sent no response in time"));
      // The late response is discarded.
      response.then(
        ({ body }) => body?.cancel(),
        () => {},
      );
    });
    try {
      return await Promise.race([response, timeout]);
    } finally {
      cancelDeadline();
    }
  }

  return {
    fetch: handle,
    close: async () => {
      await Promise.all([...running].map((worker) => worker.stop()));
      await (await loopback)?.close();
    },
  };
}

/** Null for a valid token. It must be in the authorization header; API keys do not count. */
function findTokenError({ headers }: Request, { claims, tokenFailure }: RequestContext): string | null {
  const authorization = headers.get("authorization");
  if (!authorization) return "Missing authorization header";
  if (!/^bearer\s+(?!sb_)/i.test(authorization)) return "Invalid JWT";
  return claims ? null : (tokenFailure?.message ?? "Invalid JWT");
}

/** Functions set their own CORS headers; errors of the platform are readable from any origin. */
function errorResponse(status: number, code: string, message: string): Response {
  return withCorsHeaders(Response.json({ code, message }, { status }));
}

function fileExists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
