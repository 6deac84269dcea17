/**
 * The pure stages in their order: request, plan, statement. For requests without a body the outcome is
 * remembered, since it depends on nothing but the address, a few headers and the schema cache.
 */
import { LRUCache } from "lru-cache";
import { actionOf, chooseSchema, isReadMethod } from "./api-request/action.ts";
import type { ApiRequest } from "./api-request/api-request.ts";
import { acceptedTypes } from "./api-request/media-type.ts";
import { type Payload, readPayload } from "./api-request/payload.ts";
import { parsePreferences } from "./api-request/preferences.ts";
import { parseQueryParams, type QueryParams } from "./api-request/query-params.ts";
import { type Range, topLevelRange } from "./api-request/range.ts";
import type { RestConfig } from "./config.ts";
import { mediaTypeUnavailable, putRangeNotAllowed, rootDisabled } from "./errors.ts";
import { findRelation, makePlan } from "./plan/make-plan.ts";
import type { Plan } from "./plan/plan.ts";
import { planCall } from "./plan/plan-call.ts";
import { inspectStatement } from "./query/inspect.ts";
import type { Statement } from "./query/params.ts";
import { mainStatement, plannedCountStatement } from "./query/statement.ts";
import type { SchemaCache } from "./schema-cache/schema-cache.ts";

export interface RawRequest {
  method: string;
  /** What follows the service's prefix and its slash. */
  path: string;
  /** Without the question mark. */
  query: string;
  headers: Headers;
  body: string;
}

export type Prepared =
  | {
      kind: "transaction";
      request: ApiRequest;
      plan: Plan;
      main: Statement;
      plannedCount: Statement | null;
      /** Milliseconds. */
      parseTime: number;
      planTime: number;
    }
  /** A description of the schema, made of what the statement says of it. */
  | { kind: "inspect"; request: ApiRequest; main: Statement; headersOnly: boolean }
  | { kind: "info"; allow: string };

/** The headers that change what is done; all others are only for the database to read. */
const SIGNIFICANT = ["accept", "accept-profile", "prefer", "range"];
const OPENAPI_TYPES = new Set(["application/openapi+json", "application/json", "*/*"]);
const MAX_KEY = 4096;
const FROM_MEMORY = { parseTime: 0, planTime: 0 };

export class Pipeline {
  readonly #config: RestConfig;
  readonly #cache: SchemaCache;
  readonly #known = new LRUCache<string, Prepared>({ max: 500 });

  constructor(config: RestConfig, cache: SchemaCache) {
    this.#config = config;
    this.#cache = cache;
  }

  /** Throws a RestError of group 1 or 2. */
  prepare(raw: RawRequest): Prepared {
    if (raw.method !== "GET" && raw.method !== "HEAD") return this.#prepare(raw);
    const parts = SIGNIFICANT.map((name) => raw.headers.get(name) ?? "");
    const key = `${raw.method}\n${parts.join("\n")}\n${raw.path}?${raw.query}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const prepared = this.#prepare(raw);
    if (key.length <= MAX_KEY) this.#known.set(key, { ...prepared, ...FROM_MEMORY });
    return prepared;
  }

  #prepare(raw: RawRequest): Prepared {
    const started = performance.now();
    const request = this.#parse(raw);
    const parsed = performance.now();
    const { action } = request;
    const cache = this.#cache;
    if (action.kind === "root-info") return { kind: "info", allow: "OPTIONS,GET,HEAD" };
    if (action.kind === "inspect") {
      const { openapiMode } = this.#config;
      if (openapiMode === "disabled") throw rootDisabled();
      if (!request.accept.some(({ type }) => OPENAPI_TYPES.has(type))) {
        throw mediaTypeUnavailable(request.accept.map(({ type }) => type));
      }
      const main = inspectStatement(action.schema, openapiMode === "follow-privileges");
      return { kind: "inspect", request, main, headersOnly: action.headersOnly };
    }
    if (action.kind === "relation-info") {
      const relation = findRelation(cache, action.relation);
      const { insertable, updatable, deletable, primaryKey } = relation;
      const allowed = [
        "OPTIONS,GET,HEAD",
        ...(insertable ? ["POST"] : []),
        ...(insertable && updatable && primaryKey.length > 0 ? ["PUT"] : []),
        ...(updatable ? ["PATCH"] : []),
        ...(deletable ? ["DELETE"] : []),
      ];
      return { kind: "info", allow: allowed.join(",") };
    }
    if (action.kind === "routine-info") {
      const { routine } = planCall(cache, action.routine, request);
      return {
        kind: "info",
        allow: routine.volatility === "volatile" ? "OPTIONS,POST" : "OPTIONS,GET,HEAD,POST",
      };
    }
    const plan = makePlan(cache, this.#config, action, request);
    const main = mainStatement(plan);
    const estimates = plan.kind !== "mutate" && (plan.count === "planned" || plan.count === "estimated");
    const plannedCount = estimates ? plannedCountStatement(plan) : null;
    const planTime = performance.now() - parsed;
    return { kind: "transaction", request, plan, main, plannedCount, parseTime: parsed - started, planTime };
  }

  #parse({ method, path, query: queryText, headers, body }: RawRequest): ApiRequest {
    const profile = headers.get(isReadMethod(method) ? "accept-profile" : "content-profile");
    const schema = chooseSchema(profile, this.#config.schemas);
    const action = actionOf(method, path, schema.name, this.#config.rootSpec);
    const query = parseQueryParams(queryText, action.kind === "call" && action.method !== "POST");
    return {
      action,
      schema,
      query,
      range: rangeOf(method, query, headers.get("range")),
      preferences: parsePreferences(headers.get("prefer"), this.#cache.timezones),
      accept: acceptedTypes(headers.get("accept")),
      payload: payloadOf(action.kind, method, body, headers.get("content-type"), query),
    };
  }
}

function rangeOf(method: string, query: QueryParams, header: string | null): Range {
  const limit = query.limits.findLast(({ path }) => path.length === 0)?.value ?? null;
  const offset = query.offsets.findLast(({ path }) => path.length === 0)?.value ?? 0;
  if (method === "PUT" && (limit !== null || offset > 0)) throw putRangeNotAllowed();
  return topLevelRange(limit, offset, method === "GET" ? header : null);
}

function payloadOf(
  kind: ApiRequest["action"]["kind"],
  method: string,
  body: string,
  contentType: string | null,
  query: QueryParams,
): Payload | null {
  switch (kind) {
    case "insert":
    case "update":
      return readPayload(body, contentType, query.columns, false);
    case "upsert-one":
      return readPayload(body, contentType, null, false);
    case "call":
      return method === "POST" ? readPayload(body, contentType, query.columns, true) : null;
    case "read":
    case "delete":
    case "inspect":
    case "root-info":
    case "relation-info":
    case "routine-info":
      return null;
    default:
      return kind satisfies never;
  }
}
