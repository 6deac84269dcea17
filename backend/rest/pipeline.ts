/**
 * The pure stages in their order: request, plan, statement. The outcome is remembered, since it depends on nothing but
 * the address, a few headers, the names in the body and the schema cache.
 */
import { LRUCache } from "lru-cache";
import { actionOf, chooseSchema, isReadMethod } from "./api-request/action.ts";
import type { ApiRequest, Asked } from "./api-request/api-request.ts";
import { acceptedTypes } from "./api-request/media-type.ts";
import { type Body, readPayload } from "./api-request/payload.ts";
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
    }
  /** A description of the schema, made of what the statement says of it. */
  | { kind: "inspect"; request: ApiRequest; main: Statement; headersOnly: boolean }
  | { kind: "info"; allow: string };

/** What a request comes to. */
interface Outcome {
  prepared: Prepared;
  /** What of its body the statements are given. */
  text: string;
  /** Milliseconds. */
  parseTime: number;
  planTime: number;
}

const OPENAPI_TYPES = new Set(["application/openapi+json", "application/json", "*/*"]);
/** Characters, and entries of each kind. */
const MAX_KEY = 4096;
const MAX_KNOWN = 500;

export class Pipeline {
  readonly #config: RestConfig;
  readonly #cache: SchemaCache;
  readonly #asked = new LRUCache<string, Asked>({ max: MAX_KNOWN });
  readonly #prepared = new LRUCache<string, Prepared>({ max: MAX_KNOWN });

  constructor(config: RestConfig, cache: SchemaCache) {
    this.#config = config;
    this.#cache = cache;
  }

  /** Throws a RestError of group 1 or 2. */
  prepare(raw: RawRequest): Outcome {
    const started = performance.now();
    const address = addressKey(raw);
    const asked = remembered(this.#asked, address, () => this.#parse(raw));
    const body = bodyOf(raw, asked);
    const parsed = performance.now();
    const key = body === null ? address : `${address}\n${JSON.stringify(body.payload)}`;
    const payload = body?.payload ?? null;
    const prepared = remembered(this.#prepared, key, () => this.#prepare({ ...asked, payload }));
    const planTime = performance.now() - parsed;
    return { prepared, text: body?.text ?? "", parseTime: parsed - started, planTime };
  }

  #prepare(request: ApiRequest): Prepared {
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
    return { kind: "transaction", request, plan, main, plannedCount };
  }

  #parse({ method, path, query: queryText, headers }: RawRequest): Asked {
    const schema = chooseSchema(headers.get(profileHeader(method)), this.#config.schemas);
    const action = actionOf(method, path, schema.name, this.#config.rootSpec);
    const query = parseQueryParams(queryText, action.kind === "call" && action.method !== "POST");
    return {
      action,
      schema,
      query,
      range: rangeOf(method, query, headers.get("range")),
      preferences: parsePreferences(headers.get("prefer"), this.#cache.timezones),
      accept: acceptedTypes(headers.get("accept")),
    };
  }
}

/** Of the headers those that change what is done; all others are only for the database to read. */
function addressKey({ method, path, query, headers }: RawRequest): string {
  const significant = ["accept", profileHeader(method), "prefer", "range"];
  return `${method}\n${significant.map((name) => headers.get(name) ?? "").join("\n")}\n${path}?${query}`;
}

function profileHeader(method: string): string {
  return isReadMethod(method) ? "accept-profile" : "content-profile";
}

function remembered<T extends object>(known: LRUCache<string, T>, key: string, make: () => T): T {
  const old = known.get(key);
  if (old !== undefined) return old;
  const made = make();
  if (key.length <= MAX_KEY) known.set(key, made);
  return made;
}

function rangeOf(method: string, query: QueryParams, header: string | null): Range {
  const limit = query.limits.findLast(({ path }) => path.length === 0)?.value ?? null;
  const offset = query.offsets.findLast(({ path }) => path.length === 0)?.value ?? 0;
  if (method === "PUT" && (limit !== null || offset > 0)) throw putRangeNotAllowed();
  return topLevelRange(limit, offset, method === "GET" ? header : null);
}

function bodyOf({ method, headers, body }: RawRequest, { action: { kind }, query }: Asked): Body | null {
  switch (kind) {
    case "insert":
    case "update":
      return readPayload(body, headers.get("content-type"), query.columns, false);
    case "upsert-one":
      return readPayload(body, headers.get("content-type"), null, false);
    case "call":
      return method === "POST" ? readPayload(body, headers.get("content-type"), query.columns, true) : null;
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
