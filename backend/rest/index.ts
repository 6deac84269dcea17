/**
 * The REST service: PostgREST's API over Postgres. A request passes through api-request, plan, query, main-tx
 * and response. The schema cache is loaded at the start and reloaded when the database notifies a change.
 */
import { getClientAddress } from "#backend/core/client-network.ts";
import type { Sql } from "#backend/core/database/database.ts";
import type { RequestContext, Service } from "#backend/core/gateway/service.ts";
import type { Limits } from "#backend/core/limits/limits.ts";
import type { Logger } from "#backend/core/observability/log.ts";
import type { PoolUse } from "#backend/core/observability/pool-metrics.ts";
import { Administrators, type FindAdministrator } from "./administrators.ts";
import { isReadMethod } from "./api-request/action.ts";
import { isWithin, mayHaveBody, readBody } from "./body.ts";
import { authorizeRole, getClaimedRole } from "./caller-role.ts";
import { allowsTxOverride, type RestConfig } from "./config.ts";
import { type Connect, ConnectionPool } from "./connection-pool.ts";
import { responseTooLarge, tokenInvalid } from "./errors.ts";
import { getFailureLimit } from "./failed-answers.ts";
import { createFailureResponse } from "./failure-response.ts";
import { openLiveSchema } from "./live-schema.ts";
import { MainTx } from "./main-tx.ts";
import { isReadOnly } from "./prepared-request.ts";
import { getPriority } from "./priority.ts";
import { serializeClaims } from "./query/settings.ts";
import { getAudience, getNetwork, getReadLimits } from "./read-limits.ts";
import { serializeHeaders } from "./request-headers.ts";
import { createInfoResponse } from "./response/info-response.ts";
import { createOpenapiResponse } from "./response/openapi/openapi-response.ts";
import { createResponse } from "./response/response.ts";
import type { RequestTiming } from "./response/server-timing.ts";
import { SessionChecks } from "./session-checks.ts";
import { createTransaction } from "./transaction.ts";

export interface RestDeps {
  /** For notifications only. */
  sql: Sql;
  /** For everything else. Its user must be able to switch to the roles of `authenticator`. */
  connect: Connect;
  /** Whether its sessions are processes of this machine, which the shop has started. */
  isLocal?: boolean;
  log: Logger;
  limits: Limits;
  /** Without it nobody is one. */
  isAdministrator?: FindAdministrator;
  config: RestConfig;
}

export interface RestService extends Service {
  getPoolUse(): PoolUse;
  /** Whether a visitor's read may begin; not when more is read than can be served, and it would be refused after its wait. */
  admitRead(ip: string): boolean;
  /** For callers that have just changed the schema and cannot wait for the notification. */
  reloadSchema(): Promise<void>;
}

/** Rejects when the schema cannot be loaded. */
export async function createRest({
  sql,
  connect,
  isLocal = false,
  log,
  limits,
  isAdministrator = async () => false,
  config: base,
}: RestDeps): Promise<RestService> {
  const connections = new ConnectionPool(connect, base, isLocal);
  const mainTx = new MainTx(connections);
  const sessions = new SessionChecks();
  const administrators = new Administrators(isAdministrator);
  const live = await openLiveSchema(sql, connections, base, log);

  async function handleRequest(request: Request, context: RequestContext): Promise<Response> {
    if (context.tokenFailure !== null) throw tokenInvalid(context.tokenFailure);
    const { config, cache, pipeline } = live.current;
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
    const network = getNetwork(limits, { ip: context.ip, audience, priority });
    const isFree = isTrusted || priority === "page";
    const failures = isFree ? null : getFailureLimit(prepared, transaction);
    const waitSeconds = failures ? limits.getWait(failures.name, context.ip) : 0;
    if (failures && waitSeconds > 0) throw failures.refuse(waitSeconds);
    const result = await mainTx.run(transaction, { priority, network }).catch((error: unknown) => {
      if (failures?.isFailure(error)) limits.take(failures.name, context.ip);
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

  function toFailureResponse(error: unknown, request: Request, { claims }: RequestContext): Response {
    const { config } = live.current;
    const role = getClaimedRole(claims, config);
    const failed = { request, role, anonRole: config.anonRole, user: claims?.sub };
    return createFailureResponse(error, failed, { limits, log });
  }

  /** For tracing a request through several services. */
  function withTraceHeader(request: Request, response: Response): Response {
    const { traceHeader } = live.current.config;
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
      return live.current.config.traceHeader === null ? response : withTraceHeader(request, await response);
    },
    reloadSchema: live.reload,
    getPoolUse: () => connections.getUse(),
    admitRead: (ip) => {
      const priority = "anonymous-read";
      return connections.admit(priority, getNetwork(limits, { ip, audience: "visitor", priority }));
    },
    async close() {
      await live.close();
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
