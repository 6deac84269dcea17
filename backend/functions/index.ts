/**
 * The functions service: runs supabase/functions/<name> for requests to /functions/v1/<name>, as a hosted project's
 * edge runtime does: each in a thread of its own, with limits (docs/decisions/0019-functions.md).
 */
import { access } from "node:fs/promises";
import { join } from "node:path";
import { openToOrigins, readBytes } from "../core/http.ts";
import type { Logger } from "../core/log.ts";
import type { RequestContext, Service } from "../core/service.ts";
import { readFunctionRules } from "./config.ts";
import { defaultLimits, type FunctionLimits } from "./limits.ts";
import { type Loopback, openLoopback } from "./loopback.ts";
import { FunctionWorker, WorkerFailure } from "./worker.ts";

const ADDRESS = /^\/functions\/v1(\/([^/]+).*)/;
/** Also keeps a name from leading elsewhere. */
const NAME = /^[A-Za-z][A-Za-z0-9_-]*$/;
const SUPABASE = join(import.meta.dirname, "../../supabase");

const FAILURES = {
  BOOT_ERROR: [503, "Function failed to start (please check logs)"],
  WORKER_ERROR: [500, "Function exited due to an error (please check logs)"],
  WORKER_LIMIT: [546, "Function failed due to not having enough compute resources (please check logs)"],
} as const;

export interface FunctionsOptions {
  /** The backend itself, for functions that call it. */
  fetch(request: Request): Promise<Response>;
  /** What functions find in their environment, beside SUPABASE_URL. They see nothing else of the process's own. */
  environment: Record<string, string>;
  log: Logger;
  /** The folder that holds config.toml and functions/. */
  directory?: string;
  limits?: Partial<FunctionLimits>;
}

export async function createFunctions(options: FunctionsOptions): Promise<Service> {
  const { log, directory = SUPABASE } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const rules = await readFunctionRules(join(directory, "config.toml"));
  const workers = new Map<string, FunctionWorker>();
  /** Those that are too old for further requests, too. */
  const running = new Set<FunctionWorker>();
  let loopback: Promise<Loopback> | null = null;

  /** With the first call: a shop whose functions nobody calls opens no further port. */
  function address(): Promise<Loopback> {
    loopback ??= openLoopback(options.fetch).catch((error: unknown) => {
      loopback = null;
      throw error;
    });
    return loopback;
  }

  async function workerOf(name: string, file: string): Promise<FunctionWorker> {
    const { url } = await address();
    const known = workers.get(name);
    if (known?.takesRequests) return known;
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

  async function answer(request: Request, context: RequestContext): Promise<Response> {
    const url = new URL(request.url);
    const [, path = "", name = ""] = ADDRESS.exec(url.pathname) ?? [];
    const file = join(directory, "functions", name, "index.ts");
    if (!NAME.test(name) || rules.off.has(name) || !(await exists(file))) {
      return failure(404, "NOT_FOUND", "Requested function was not found");
    }
    if (!rules.open.has(name) && request.method !== "OPTIONS") {
      const msg = whyNot(request, context);
      if (msg) return openToOrigins(Response.json({ msg }, { status: 401 }));
    }
    url.pathname = path;
    const body = await readBytes(request, limits.requestBytes);
    if (body === null) return failure(413, "PAYLOAD_TOO_LARGE", "Request body is too large");
    try {
      const worker = await workerOf(name, file);
      const { method, headers } = request;
      const call = { url: url.href, method, headers: [...headers], body: request.body ? body : null };
      return await inTime(worker.call(call));
    } catch (error) {
      log.error({ err: error, function: name }, "a function gave no answer");
      const code = error instanceof WorkerFailure ? error.code : "WORKER_ERROR";
      return failure(FAILURES[code][0], code, FAILURES[code][1]);
    }
  }

  async function inTime(response: Promise<Response>): Promise<Response> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Response>((resolve) => {
      timer = setTimeout(() => {
        resolve(failure(504, "IDLE_TIMEOUT", "Function sent no response in time"));
        // Nobody reads it when it comes.
        response.then(
          ({ body }) => body?.cancel(),
          () => {},
        );
      }, limits.answerMs);
    });
    try {
      return await Promise.race([response, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    fetch: answer,
    close: async () => {
      await Promise.all([...running].map((worker) => worker.stop()));
      await (await loopback)?.close();
    },
  };
}

/** Null for a token that verifies. It stands in the header made for it: a key, of whatever kind, is none. */
function whyNot({ headers }: Request, { claims, tokenFailure }: RequestContext): string | null {
  const authorization = headers.get("authorization");
  if (!authorization) return "Missing authorization header";
  if (!/^bearer\s+(?!sb_)/i.test(authorization)) return "Invalid JWT";
  return claims ? null : (tokenFailure?.message ?? "Invalid JWT");
}

/** CORS is a function's own matter; what the platform answers in its place is open to all. */
function failure(status: number, code: string, message: string): Response {
  return openToOrigins(Response.json({ code, message }, { status }));
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
