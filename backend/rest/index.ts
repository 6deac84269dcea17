/**
 * The REST service: PostgREST's behaviour over Postgres. A request goes through api-request, plan, query,
 * main-tx and response; the schema cache is read at start and again when the database says so.
 */
import postgres from "postgres";
import type { Sql } from "../core/database.ts";
import { OPEN_HEADERS } from "../core/http.ts";
import type { Logger } from "../core/log.ts";
import type { RequestContext, Service } from "../core/service.ts";
import { mayHaveBody, readBody } from "./body.ts";
import { checkCaller, roleOf } from "./caller.ts";
import { allowsTxOverride, type RestConfig } from "./config.ts";
import { type Connect, Connections } from "./connections.ts";
import { internalError, RestError, tokenRefused } from "./errors.ts";
import { MainTx } from "./main-tx.ts";
import { Pipeline } from "./pipeline.ts";
import { claimsText } from "./query/settings.ts";
import { requestHeaders } from "./request-headers.ts";
import { fromDatabaseError } from "./response/database-error.ts";
import { errorResponse } from "./response/error-response.ts";
import { openapiResponse } from "./response/openapi/openapi-response.ts";
import { respond } from "./response/response.ts";
import { loadSchemaCache } from "./schema-cache/load.ts";
import type { SchemaCache } from "./schema-cache/schema-cache.ts";
import { transactionFor } from "./transaction.ts";

export interface RestDeps {
  /** For notifications only. */
  sql: Sql;
  /** For everything else. Its user must be able to switch to the roles of `authenticator`. */
  connect: Connect;
  log: Logger;
  config: RestConfig;
}

export interface Rest extends Service {
  /** For whoever has just changed the schema and cannot wait for the notification. */
  reloadSchema(): Promise<void>;
}

interface State {
  /** With what the database says of itself. */
  config: RestConfig;
  cache: SchemaCache;
  pipeline: Pipeline;
}

/** Rejects when the schema cannot be read at first. Later failures keep the schema that was known. */
export async function createRest({ sql, connect, log, config: base }: RestDeps): Promise<Rest> {
  const connections = new Connections(connect, base.maxConnections, base.poolTimeout);
  const mainTx = new MainTx(connections);
  const load = async (): Promise<State> => {
    const { config, cache } = await loadSchemaCache(connections, base);
    return { config, cache, pipeline: new Pipeline(config, cache) };
  };
  let state = await load();
  const reloadSchema = coalesced(async () => {
    state = await load();
    connections.renew();
  });
  let closing = false;
  const reloadOrLog = () =>
    reloadSchema().catch((error: unknown) => {
      if (!closing) log.error({ err: error }, "the schema could not be read again");
    });

  // Each time it begins to listen it may have missed something: at the start, and after a lost connection.
  const listener = await sql.listen("pgrst", reloadOrLog, reloadOrLog);

  async function answer(request: Request, context: RequestContext): Promise<Response> {
    if (context.tokenFailure !== null) throw tokenRefused(context.tokenFailure);
    const { config, cache, pipeline } = state;
    const role = checkCaller(context.claims, roleOf(context.claims, config), config, cache);
    const { method, headers } = request;
    const { path, query, target } = splitAddress(request.url, config.prefix);
    const bodyLimit = role === config.anonRole ? config.bodyLimit : config.signedInBodyLimit;
    const body = mayHaveBody(method) ? await readBody(request, bodyLimit) : "";
    const { prepared, text, parseTime, planTime } = pipeline.prepare({ method, path, query, headers, body });
    if (prepared.kind === "info")
      return new Response(null, { headers: { Allow: prepared.allow, ...OPEN_HEADERS } });
    const sent = requestHeaders(headers);
    const transaction = transactionFor(prepared, config, text, {
      role,
      roleSettings: cache.roles.get(role) ?? [],
      claims: claimsText(context.claims, role),
      method,
      path: target,
      headers: sent.headers,
      cookies: sent.cookies,
    });
    const started = performance.now();
    const result = await mainTx.run(transaction);
    if (prepared.kind === "inspect") {
      const { schema } = prepared.request;
      const address = new URL(config.openapiAddress ?? `${config.prefix}/`, request.url);
      const described = { cache, schema: schema.name, address, security: config.openapiSecurity };
      return openapiResponse(described, { schema, headersOnly: prepared.headersOnly }, result.row);
    }
    const { plan } = prepared;
    const serverTiming =
      config.serverTiming &&
      `parse;dur=${parseTime.toFixed(1)}, plan;dur=${planTime.toFixed(1)}, transaction;dur=${(performance.now() - started).toFixed(1)}`;
    return respond(
      { request: prepared.request, plan, txOverride: allowsTxOverride(config), serverTiming },
      result,
    );
  }

  function failure(error: unknown, request: Request, context: RequestContext): Response {
    const headersOnly = request.method === "HEAD";
    if (error instanceof RestError) return errorResponse(error, headersOnly);
    if (error instanceof postgres.PostgresError) {
      const isAnonymous = roleOf(context.claims, state.config) === state.config.anonRole;
      const answered = fromDatabaseError(error, isAnonymous);
      if (answered.status >= 500) log.warn({ code: error.code }, error.message);
      return errorResponse(answered, headersOnly);
    }
    log.error({ err: error }, "a request failed");
    return errorResponse(internalError(), headersOnly);
  }

  /** For whoever follows a request through many services. */
  function traced(request: Request, response: Response): Response {
    const { traceHeader } = state.config;
    const trace = traceHeader && request.headers.get(traceHeader);
    if (traceHeader && trace) response.headers.set(traceHeader, trace);
    return response;
  }

  return {
    fetch: async (request, context) => {
      const response = answer(request, context).catch((error: unknown) => failure(error, request, context));
      return state.config.traceHeader === null ? response : traced(request, await response);
    },
    reloadSchema,
    async close() {
      closing = true;
      await listener.unlisten();
      await connections.close();
    },
  };
}

/** `target` is the path as the database sees it: `/products`, `/rpc/total`. */
function splitAddress(url: string, prefix: string): { path: string; query: string; target: string } {
  const pathStart = url.indexOf("/", url.indexOf("//") + 2);
  const queryStart = url.indexOf("?", pathStart);
  const whole = queryStart === -1 ? url.slice(pathStart) : url.slice(pathStart, queryStart);
  const target = whole.startsWith(prefix) ? whole.slice(prefix.length) : whole;
  const query = queryStart === -1 ? "" : url.slice(queryStart + 1);
  return { path: target.startsWith("/") ? target.slice(1) : target, query, target: target || "/" };
}

/** Runs one at a time; calls that come meanwhile share the one run that follows. */
function coalesced(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let following: Promise<void> | null = null;
  const run = () => {
    following = null;
    running = work().finally(() => {
      running = null;
    });
    return running;
  };
  return () => {
    if (running === null) return run();
    following ??= running.then(run, run);
    return following;
  };
}
