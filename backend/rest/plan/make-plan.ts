/** An API request against the schema cache: the whole plan, or the reason why there is none. */
import { type QualifiedName, quoteQualified } from "../../core/sql-text.ts";
import type { ApiRequest } from "../api-request/api-request.ts";
import { maxAffectedOnSingle, preferencesInvalid, relationNotFound } from "../errors.ts";
import type { Relation, SchemaCache } from "../schema-cache/schema-cache.ts";
import { closest } from "./closest.ts";
import type { MutationPlan, Plan, ReadPlan, Representation } from "./plan.ts";
import { planCall } from "./plan-call.ts";
import { planDelete, planInsert, planUpdate, planUpsertOne } from "./plan-mutation.ts";
import { planRead } from "./plan-read.ts";

const NOTHING: Representation = { kind: "none" };
const WHOLE = { offset: 0, limit: null };

type DatabaseAction = Exclude<ApiRequest["action"], { kind: "relation-info" | "routine-info" }>;

/** Throws a RestError of group 1 or 2. */
export function makePlan(
  cache: SchemaCache,
  maxRows: number,
  action: DatabaseAction,
  request: ApiRequest,
): Plan {
  const { preferences } = request;
  if (preferences.handling === "strict" && preferences.invalid.length > 0) {
    throw preferencesInvalid(preferences.invalid);
  }
  switch (action.kind) {
    case "read": {
      const relation = findRelation(cache, action.relation);
      const read = planRead(cache, relation, request.query, {
        fromSource: false,
        maxRows,
        range: request.range,
      });
      const representation = action.headersOnly ? NOTHING : rows(request);
      return { kind: "read", read, representation, count: preferences.count, maxRows };
    }
    case "insert":
      return mutation(cache, action.relation, request, planInsert);
    case "update":
      return mutation(cache, action.relation, request, planUpdate);
    case "upsert-one":
      return mutation(cache, action.relation, request, planUpsertOne);
    case "delete":
      return mutation(cache, action.relation, request, planDelete);
    case "call":
      return call(cache, maxRows, action, request);
    default:
      return action satisfies never;
  }
}

function rows({ mediaType }: ApiRequest): Representation {
  return { kind: "rows", mediaType };
}

/** Throws PGRST205. */
export function findRelation(cache: SchemaCache, name: QualifiedName): Relation {
  const relation = cache.relations.get(quoteQualified(name));
  if (relation !== undefined) return relation;
  const names = [...cache.relations.values()].flatMap((known) =>
    known.schema === name.schema ? [known.name] : [],
  );
  const near = closest(name.name, names, 0.75);
  throw relationNotFound(
    name.schema,
    name.name,
    near && `Perhaps you meant the table '${name.schema}.${near}'`,
  );
}

function mutation(
  cache: SchemaCache,
  name: QualifiedName,
  request: ApiRequest,
  plan: (relation: Relation, request: ApiRequest, read: ReadPlan) => MutationPlan,
): Plan {
  const relation = findRelation(cache, name);
  const { query, preferences } = request;
  const below = {
    ...query,
    filters: query.filters.filter(({ path }) => path.length > 0),
    logic: query.logic.filter(({ path }) => path.length > 0),
    limits: [],
    offsets: [],
  };
  const read = planRead(cache, relation, below, { fromSource: true, maxRows: null, range: WHOLE });
  return {
    kind: "mutate",
    mutation: plan(relation, request, read),
    read,
    representation: preferences.return === "representation" ? rows(request) : NOTHING,
  };
}

function call(
  cache: SchemaCache,
  maxRows: number,
  action: Extract<DatabaseAction, { kind: "call" }>,
  request: ApiRequest,
): Plan {
  const planned = planCall(cache, action.routine, request);
  const { returns, volatility, schema } = planned.routine;
  const { preferences, query, range } = request;
  if (preferences.handling === "strict" && preferences.maxAffected !== null && !returns.set) {
    throw maxAffectedOnSingle();
  }
  const isRelation = returns.kind === "composite" && cache.relations.has(quoteQualified(returns.type));
  const relation = isRelation ? { ...returns.type } : { schema, name: planned.routine.name };
  const read = planRead(cache, relation, query, { fromSource: true, maxRows, range });
  return {
    kind: "call",
    call: planned,
    read,
    representation: action.method === "HEAD" || returns.kind === "void" ? NOTHING : rows(request),
    count: preferences.count,
    maxRows,
    readOnly: action.method !== "POST" || volatility !== "volatile",
  };
}
