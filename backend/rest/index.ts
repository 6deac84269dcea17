/**
 * The REST service: PostgREST's API over Postgres. A request passes through api-request, plan, query, main-tx
 * and response. The schema cache is loaded at the start and reloaded when the database notifies a change.
 */
import postgres from "postgres";
import { getClientAddress, getClientNetwork } from "#backend/core/client-network.ts";
import type { Sql } from "#backend/core/database/database.ts";
import type { RequestContext, Service } from "#backend/core/gateway/service.ts";
import type { Limits } from "#backend/core/limits/limits.ts";
import { type Logger, logRefusedAccess } from "#backend/core/observability/log.ts";
import type { PoolUse } from "#backend/core/observability/pool-metrics.ts";
import { coalesce } from "#backend/core/timing/coalesce.ts";
import { Administrators, type FindAdministrator } from "./administrators.ts";
import { isReadMethod } from "./api-request/action.ts";
import { isWithin, mayHaveBody, readBody } from "./body.ts";
import { authorizeRole, getClaimedRole } from "./caller-role.ts";
import { allowsTxOverride, type RestConfig } from "./config.ts";
import { type Connect, ConnectionPool } from "./connection-pool.ts";
import {
  internalError,
  RESPONSE_TOO_LARGE,
  RestError,
  responseTooLarge,
  tokenInvalid,
  tooManyFailedAnswers,
} from "./errors.ts";
import { isFailedAnswer, mayLoseCounts } from "./failed-answers.ts";
import { MainTx } from "./main-tx.ts";
import { Pipeline } from "./pipeline.ts";
import { isReadOnly } from "./prepared-request.ts";
import { getPriority } from "./priority.ts";
import { serializeClaims } from "./query/settings.ts";
import { getAudience, getNetwork, getReadLimits } from "./read-limits.ts";
import { serializeHeaders } from "./request-headers.ts";
import { fromDatabaseError } from "./response/database-error.ts";
import { createErrorResponse } from "./response/error-response.ts";
import { createInfoResponse } from "./response/info-response.ts";
import { createOpenapiResponse } from "./response/openapi/openapi-response.ts";
import { createResponse } from "./response/response.ts";
import type { RequestTiming } from "./response/server-timing.ts";
import { loadSchemaCache } from "./schema-cache/load.ts";
import type { SchemaCache } from "./schema-cache/schema-cache.ts";
import { SessionChecks } from "./session-checks.ts";
import { createTransaction } from "./transaction.ts";

export interface RestDeps {
  /** For notifications only. */
  sql: Sql;
  /** For everything else. Its user must be able to switch to the roles of `authenticator`. */
  connect: Connect;
  log: Logger;
  limits: Limits;
  /** Without it nobody is one. */
  isAdministrator?: FindAdministrator;
  config: RestConfig;
}

export interface RestService extends Service {
  getPoolUse(): PoolUse;
  /** For callers that have just changed the schema and cannot wait for the notification. */
  reloadSchema(): Promise<void>;
}

interface RestState {
  /** The configuration, including the database's own settings. */
  config: RestConfig;
  cache: SchemaCache;
  pipeline: Pipeline;
}

/**
 * Rejects when the schema cannot be loaded at first. After a later failure the previous schema stays in use.
 */
export async function createRest({
  sql,
  connect,
  log,
  limits,
  isAdministrator = async () => false,
  config: base,
}: RestDeps): Promise<RestService> {
  const connections = new ConnectionPool(connect, base);
  const mainTx = new MainTx(connections);
  const sessions = new SessionChecks();
  const administrators = new Administrators(isAdministrator);
  const load = async (): Promise<RestState> => {
    const { config, cache } = await loadSchemaCache(connections, base);
    return { config, cache, pipeline: new Pipeline(config, cache) };
  };
  let hasChanged = false;
  let onChange = () => {
    hasChanged = true;
  };
  // Notifications are missed while the subscription is lost: a new one counts as a change, and the first one does not.
  const listener = await sql.listen(
    "pgrst",
    () => onChange(),
    () => onChange(),
  );
  hasChanged = false;
  let state = await load();
  const reloadSchema = coalesce(async () => {
    state = await load();
    connections.replaceAll();
  });
  let closing = false;
  onChange = () =>
    void reloadSchema().catch((error: unknown) => {
      if (!closing) log.error({ err: error }, "the schema could not be read again");
    });
  if (hasChanged) onChange();

  async function handleRequest(request: Request, context: RequestContext): Promise<Response> {
    if (context.tokenFailure !== null) throw tokenInvalid(context.tokenFailure);
    const { config, cache, pipeline } = state;
    const role = authorizeRole(context.claims, getClaimedRole(context.claims, config), config, cache);
    const { method, headers } = request;
    const { path, query, target } = splitUrl(request.url, config.prefix);
    // A write of rows needs no more than a customer may send: an order does not wait for the answer.
    const mayNeedMore =
      isReadMethod(method) || path.startsWith("rpc/") || !isWithin(headers, config.bodyLimit);
    const isStaff = mayNeedMore && role !== config.anonRole && (await administrators.has(context.claims));
    const audience = getAudience(role, config.anonRole, isStaff);
    const isTrusted = audience === "staff" || audience === "service";
    const bodyLimit = isTrusted ? config.trustedBodyLimit : config.bodyLimit;
    const body = mayHaveBody(method) ? await readBody(request, bodyLimit) : "";
    const readLimits = getReadLimits(limits, audience);
    const raw = { method, path, query, headers, body, audience, limits: readLimits };
    const { prepared, text, parseTime, planTime } = pipeline.prepare(raw);
    const toTiming = (transaction: number): RequestTiming | null =>
      config.serverTiming
        ? { jwt: context.tokenTime ?? 0, parse: parseTime, plan: planTime, transaction }
        : null;
    if (prepared.kind === "info") return createInfoResponse(prepared.allow, toTiming(0));
    const serialized = serializeHeaders(headers);
    const sessionId = sessions.getDue(context.claims, isReadOnly(prepared));
    const transaction = createTransaction(prepared, config, text, {
      role,
      sessionId,
      roleSettings: cache.roles.get(role) ?? [],
      claims: serializeClaims(context.claims, role),
      method,
      path: target,
      headers: serialized.headers,
      cookies: serialized.cookies,
      address: getClientAddress(context.ip),
    });
    const started = performance.now();
    const priority = getPriority({
      readOnly: transaction.readOnly,
      isAnonymous: role === config.anonRole,
      isForPage: context.isForPage ?? false,
    });
    const network = getNetwork(limits, { id: getClientNetwork(context.ip), audience, priority });
    const isCounted = !isTrusted && mayLoseCounts(prepared, transaction);
    const waitSeconds = isCounted ? limits.getWait("failed_answers", context.ip) : 0;
    if (waitSeconds > 0) throw tooManyFailedAnswers(waitSeconds);
    const result = await mainTx.run(transaction, { priority, network }).catch((error: unknown) => {
      if (isCounted && isFailedAnswer(error)) limits.take("failed_answers", context.ip);
      throw error;
    });
    const timing = toTiming(performance.now() - started);
    sessions.setFound(sessionId);
    const { bytes: maxBytes } = readLimits;
    if (transaction.readOnly && maxBytes !== null && (result.row.body?.byteLength ?? 0) > maxBytes)
      throw responseTooLarge(maxBytes);
    if (prepared.kind === "inspect") {
      const { schema } = prepared.request;
      const address = new URL(config.openapiServerUrl ?? `${config.prefix}/`, request.url);
      const described = { cache, schema: schema.name, address, security: config.openapiSecurity };
      const { headersOnly } = prepared;
      return createOpenapiResponse(described, { schema, headersOnly, timing }, result.row);
    }
    const { plan } = prepared;
    return createResponse(
      { request: prepared.request, plan, txOverride: allowsTxOverride(config), timing },
      result,
    );
  }

  function toFailureResponse(error: unknown, request: Request, context: RequestContext): Response {
    const headersOnly = request.method === "HEAD";
    const role = getClaimedRole(context.claims, state.config);
    if (error instanceof RestError) {
      countRefusal(error, role);
      return createErrorResponse(error, headersOnly);
    }
    if (error instanceof postgres.PostgresError) {
      const restError = fromDatabaseError(error, role === state.config.anonRole);
      limits.countRefusalOf(error);
      countRefusal(restError, role);
      if (restError.status >= 500) log.warn({ code: error.code }, error.message);
      // Visitors are asked to sign in by a 401.
      if (restError.status === 403) {
        logRefusedAccess(log, { code: error.code, role, user: context.claims?.sub }, request);
      }
      return createErrorResponse(restError, headersOnly);
    }
    log.error({ err: error }, "a request failed");
    return createErrorResponse(internalError(), headersOnly);
  }

  function countRefusal({ limitKey, body }: RestError, role: string | null): void {
    if (limitKey !== null) limits.countRefusal(limitKey);
    else if (body.code === RESPONSE_TOO_LARGE)
      limits.countRefusal(`read_bytes/${getAudience(role ?? "", state.config.anonRole)}/request`);
  }

  /** For tracing a request through several services. */
  function withTraceHeader(request: Request, response: Response): Response {
    const { traceHeader } = state.config;
    const trace = traceHeader && request.headers.get(traceHeader);
    if (traceHeader && trace) response.headers.set(traceHeader, trace);
    return response;
  }

  /** What a signed-in user reads is for nobody else, and not for a disk: a cache would keep it after the sign-out. */
  function withoutCaching(response: Response): Response {
    if (!response.headers.has("cache-control")) response.headers.set("cache-control", "no-store");
    return response;
  }

  return {
    fetch: async (request, context) => {
      const answer = handleRequest(request, context).catch((error: unknown) =>
        toFailureResponse(error, request, context),
      );
      const response = context.claims?.sub ? answer.then(withoutCaching) : answer;
      return state.config.traceHeader === null ? response : withTraceHeader(request, await response);
    },
    reloadSchema,
    getPoolUse: () => connections.getUse(),
    async close() {
      closing = true;
      await listener.unlisten();
      await connections.close();
    },
  };
}

/** `target` is the path as the database receives it: `/products`, `/rpc/total`. */
function splitUrl(url: string, prefix: string): { path: string; query: string; target: string } {
  const pathStart = url.indexOf("/", url.indexOf("//") + 2);
  const queryStart = url.indexOf("?", pathStart);
  const path = queryStart === -1 ? url.slice(pathStart) : url.slice(pathStart, queryStart);
  const target = path.startsWith(prefix) ? path.slice(prefix.length) : path;
  const query = queryStart === -1 ? "" : url.slice(queryStart + 1);
  return { path: target.startsWith("/") ? target.slice(1) : target, query, target: target || "/" };
}
