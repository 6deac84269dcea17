/**
 * The pure stages in their order: request, plan, statement. The result is cached, since it depends only on
 * the URL, a few headers, the keys of the body, the limits of the caller and the schema cache.
 */
import { LRUCache } from "lru-cache";
import type { LimitName } from "#backend/core/limits/process-limits.ts";
import { COSTLY_PATTERN_MESSAGE } from "#backend/core/values/regular-expressions.ts";
import { parseAccept } from "./api-request/accept.ts";
import { chooseSchema, isReadMethod, parseAction } from "./api-request/action.ts";
import type { ApiRequest, ApiRequestHead } from "./api-request/api-request.ts";
import { type ParsedBody, parsePayload } from "./api-request/payload.ts";
import { parsePreferences } from "./api-request/preferences.ts";
import { parseQueryParams, type QueryParams } from "./api-request/query-params.ts";
import { measureQuery, type QuerySize } from "./api-request/query-size.ts";
import { getTopLevelRange, type Range } from "./api-request/range.ts";
import type { RestConfig } from "./config.ts";
import { mediaTypeUnavailable, putRangeNotAllowed, queryTooComplex, rootDisabled } from "./errors.ts";
import { findRelation, makePlan } from "./plan/make-plan.ts";
import { planCall } from "./plan/plan-call.ts";
import { isReadOnly, type PreparedRequest } from "./prepared-request.ts";
import { inspectStatement } from "./query/inspect.ts";
import { mainStatement, plannedCountStatement } from "./query/statement.ts";
import type { Audience, ReadLimits } from "./read-limits.ts";
import type { SchemaCache } from "./schema-cache/schema-cache.ts";

export interface RawRequest {
  method: string;
  /** The path after the service's prefix and its slash. */
  path: string;
  /** Without the question mark. */
  query: string;
  headers: Headers;
  body: string;
  audience: Audience;
  /** Those of the audience. */
  limits: ReadLimits;
}

/** The prepared request, with its body and the duration of the stages. */
interface PipelineResult {
  prepared: PreparedRequest;
  /** The body as passed to the statements. */
  text: string;
  /** In milliseconds. */
  parseTime: number;
  planTime: number;
}

const OPENAPI_TYPES = new Set(["application/openapi+json", "application/json", "*/*"]);
/** The maximum key length in characters, and the maximum number of entries of each cache. */
const MAX_KEY_LENGTH = 4096;
const MAX_CACHE_ENTRIES = 500;

export class Pipeline {
  readonly #config: RestConfig;
  readonly #cache: SchemaCache;
  readonly #requestHeads = new LRUCache<string, ApiRequestHead>({ max: MAX_CACHE_ENTRIES });
  readonly #preparedRequests = new LRUCache<string, PreparedRequest>({ max: MAX_CACHE_ENTRIES });

  constructor(config: RestConfig, cache: SchemaCache) {
    this.#config = config;
    this.#cache = cache;
  }

  /** Throws a RestError of group 1 or 2 (errors.ts). */
  prepare(raw: RawRequest): PipelineResult {
    const started = performance.now();
    const requestKey = getCacheKey(raw);
    const parsedHead = getOrCreate(this.#requestHeads, requestKey, () => this.#parse(raw));
    const isTrusted = raw.audience === "service";
    const requestHead = isTrusted ? parsedHead : withoutPlannedCount(parsedHead);
    const { limits } = raw;
    checkSize(requestHead.size, raw);
    const body = parseBody(raw, requestHead);
    const parsed = performance.now();
    const limitedKey = `${isTrusted} ${limits.bytes}\n${requestKey}`;
    const key = body === null ? limitedKey : `${limitedKey}\n${JSON.stringify(body.payload)}`;
    const payload = body?.payload ?? null;
    const prepared = getOrCreate(this.#preparedRequests, key, () =>
      this.#prepare({ ...requestHead, payload }, limits),
    );
    checkWrite(requestHead.size, prepared, raw);
    const planTime = performance.now() - parsed;
    return { prepared, text: body?.text ?? "", parseTime: parsed - started, planTime };
  }

  #prepare(request: ApiRequest, { bytes: maxBytes }: ReadLimits): PreparedRequest {
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
    const plan = makePlan(cache, { ...this.#config, maxBytes }, action, request);
    const main = mainStatement(plan);
    const needsPlannedCount =
      plan.kind !== "mutate" && (plan.count === "planned" || plan.count === "estimated");
    const plannedCount = needsPlannedCount ? plannedCountStatement(plan) : null;
    return { kind: "transaction", request, plan, main, plannedCount };
  }

  #parse({ method, path, query: queryText, headers }: RawRequest): ApiRequestHead {
    const schema = chooseSchema(headers.get(getProfileHeader(method)), this.#config.schemas);
    const action = parseAction(method, path, schema.name, this.#config.rootSpec);
    const query = parseQueryParams(queryText, action.kind === "call" && action.method !== "POST");
    return {
      action,
      schema,
      query,
      size: measureQuery(query),
      range: parseRange(method, query, headers.get("range")),
      preferences: parsePreferences(headers.get("prefer"), this.#cache.timezones),
      accept: parseAccept(headers.get("accept")),
    };
  }
}

/** The headers that change the plan; all others are only passed on to the database. */
function getCacheKey({ method, path, query, headers }: RawRequest): string {
  const significant = ["accept", getProfileHeader(method), "prefer", "range"];
  return `${method}\n${significant.map((name) => headers.get(name) ?? "").join("\n")}\n${path}?${query}`;
}

function getProfileHeader(method: string): string {
  return isReadMethod(method) ? "accept-profile" : "content-profile";
}

function getOrCreate<T extends object>(cache: LRUCache<string, T>, key: string, make: () => T): T {
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const made = make();
  if (key.length <= MAX_KEY_LENGTH) cache.set(key, made);
  return made;
}

/**
 * The planner estimates from statistics of all rows, also of those that policies hide: whoever compares its numbers
 * learns others' addresses and amounts. So the rows are counted, up to the length of a list.
 */
function withoutPlannedCount(head: ApiRequestHead): ApiRequestHead {
  const { preferences } = head;
  return preferences.count === "planned"
    ? { ...head, preferences: { ...preferences, count: "estimated" } }
    : head;
}

type Sender = Pick<RawRequest, "audience" | "limits">;

/** Throws PGRST100. */
function checkSize(size: QuerySize, sender: Sender): void {
  const { limits } = sender;
  const check = createCheck(sender);
  check("read_depth", size.depth, limits.depth, "levels of embedded resources are allowed");
  check("read_embeds", size.embeds, limits.embeds, "embedded resources are allowed");
  check("read_terms", size.terms, limits.terms, "columns, filters and order terms together are allowed");
  check("read_patterns", size.patterns, limits.patterns, "regular expressions are allowed");
  if (limits.patterns !== null && size.hasCostlyPattern) {
    const key = `read_patterns/${sender.audience}/request`;
    throw queryTooComplex(key, `A regular expression ${COSTLY_PATTERN_MESSAGE}.`);
  }
}

/**
 * A write holds its locks until its response is complete: whoever orders must not keep the stock from others by
 * reading for long. Throws PGRST100.
 */
function checkWrite({ depth }: QuerySize, prepared: PreparedRequest, sender: Sender): void {
  if (prepared.kind === "info" || isReadOnly(prepared)) return;
  const what = "levels of embedded resources are allowed in the response of a write";
  createCheck(sender)("write_depth", depth, sender.limits.writeDepth, what);
}

function createCheck({ audience }: Sender) {
  return (name: LimitName, actual: number, maximum: number | null, what: string) => {
    if (maximum !== null && actual > maximum)
      throw queryTooComplex(`${name}/${audience}/request`, `At most ${maximum} ${what}.`);
  };
}

function parseRange(method: string, query: QueryParams, header: string | null): Range {
  const limit = query.limits.findLast(({ path }) => path.length === 0)?.value ?? null;
  const offset = query.offsets.findLast(({ path }) => path.length === 0)?.value ?? 0;
  if (method === "PUT" && (limit !== null || offset > 0)) throw putRangeNotAllowed();
  return getTopLevelRange(limit, offset, method === "GET" ? header : null);
}

function parseBody(
  { method, headers, body }: RawRequest,
  { action: { kind }, query }: ApiRequestHead,
): ParsedBody | null {
  switch (kind) {
    case "insert":
    case "update":
      return parsePayload(body, headers.get("content-type"), query.columns, false);
    case "upsert-one":
      return parsePayload(body, headers.get("content-type"), null, false);
    case "call":
      return method === "POST" ? parsePayload(body, headers.get("content-type"), query.columns, true) : null;
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
