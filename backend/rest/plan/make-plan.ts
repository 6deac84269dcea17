/** Plans an API request against the schema cache, or throws the reason why that is not possible. */
import { type QualifiedName, quoteQualified } from "#backend/core/database/sql-text.ts";
import type { ApiRequest } from "#backend/rest/api-request/api-request.ts";
import type { RestConfig } from "#backend/rest/config.ts";
import { maxAffectedOnSingle, preferencesInvalid, relationNotFound } from "#backend/rest/errors.ts";
import type { Relation, SchemaCache } from "#backend/rest/schema-cache/schema-cache.ts";
import { findClosestName } from "./closest-name.ts";
import { type MediaType, negotiateMediaType } from "./media-type.ts";
import type { MutationPlan, Plan, ReadPlan } from "./plan.ts";
import { planCall } from "./plan-call.ts";
import { planDelete, planInsert, planUpdate, planUpsertOne } from "./plan-mutation.ts";
import { planRead, type ReadOptions } from "./plan-read.ts";

const FULL_RANGE = { offset: 0, limit: null };

type DatabaseAction = Exclude<
  ApiRequest["action"],
  { kind: "inspect" | "root-info" | "relation-info" | "routine-info" }
>;
type PlanConfig = Pick<RestConfig, "maxRows" | "aggregates" | "explain"> & Pick<ReadOptions, "maxBytes">;

/** Throws a RestError of group 1 or 2 (errors.ts). */
export function makePlan(
  cache: SchemaCache,
  config: PlanConfig,
  action: DatabaseAction,
  request: ApiRequest,
): Plan {
  const plan = planAction(cache, config, action, request);
  const { preferences } = request;
  if (preferences.handling === "strict" && preferences.invalid.length > 0) {
    throw preferencesInvalid(preferences.invalid);
  }
  return plan;
}

function planAction(
  cache: SchemaCache,
  config: PlanConfig,
  action: DatabaseAction,
  request: ApiRequest,
): Plan {
  switch (action.kind) {
    case "read": {
      const relation = findRelation(cache, action.relation);
      const { maxRows, maxBytes, aggregates } = config;
      const { range, query, preferences } = request;
      const options = { fromSource: false, maxRows, maxBytes, aggregates, range };
      const read = planRead(cache, relation, query, options);
      const mediaType = negotiateForTarget(cache, config, request, read);
      return {
        kind: "read",
        read,
        mediaType,
        returnsRows: !action.headersOnly,
        count: preferences.count,
        maxRows,
      };
    }
    case "insert":
      return planMutation(cache, config, action.relation, request, planInsert);
    case "update":
      return planMutation(cache, config, action.relation, request, planUpdate);
    case "upsert-one":
      return planMutation(cache, config, action.relation, request, planUpsertOne);
    case "delete":
      return planMutation(cache, config, action.relation, request, planDelete);
    case "call":
      return planCallAction(cache, config, action, request);
    default:
      return action satisfies never;
  }
}

function negotiateForTarget(
  cache: SchemaCache,
  { explain }: PlanConfig,
  { accept }: ApiRequest,
  { relation, columns, embeds }: ReadPlan,
): MediaType {
  const isAll = columns.every(({ field, aggregate }) => field.name === "*" && aggregate === null);
  const selectsAll = embeds.length === 0 && columns.length <= 1 && isAll;
  return negotiateMediaType(accept, { handlers: cache.mediaHandlers, explain, target: relation, selectsAll });
}

/** Throws PGRST205. */
export function findRelation(cache: SchemaCache, name: QualifiedName): Relation {
  const relation = cache.relations.get(quoteQualified(name));
  if (relation !== undefined) return relation;
  const names = [...cache.relations.values()].flatMap((candidate) =>
    candidate.schema === name.schema ? [candidate.name] : [],
  );
  const near = findClosestName(name.name, names, 0.75);
  throw relationNotFound(
    name.schema,
    name.name,
    near && `Perhaps you meant the table '${name.schema}.${near}'`,
  );
}

function planMutation(
  cache: SchemaCache,
  config: PlanConfig,
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
  const { aggregates, maxBytes } = config;
  const read = planRead(cache, relation, below, {
    fromSource: true,
    maxRows: null,
    maxBytes,
    aggregates,
    range: FULL_RANGE,
  });
  return {
    kind: "mutate",
    mutation: plan(relation, request, read),
    read,
    mediaType: negotiateForTarget(cache, config, request, read),
    returnsRows: preferences.return === "representation",
  };
}

function planCallAction(
  cache: SchemaCache,
  config: PlanConfig,
  action: Extract<DatabaseAction, { kind: "call" }>,
  request: ApiRequest,
): Plan {
  const planned = planCall(cache, action.routine, request);
  const { returns, volatility, schema } = planned.routine;
  const { preferences, range } = request;
  // A scalar has no columns to choose from.
  const query = returns.kind === "composite" ? request.query : { ...request.query, select: [] };
  const { maxRows, maxBytes, aggregates } = config;
  const isRelation = returns.kind === "composite" && cache.relations.has(quoteQualified(returns.type));
  const relation = isRelation ? { ...returns.type } : { schema, name: planned.routine.name };
  const options = { fromSource: true, maxRows, maxBytes, aggregates, range };
  const read = planRead(cache, relation, query, options);
  const mediaType = negotiateForTarget(cache, config, request, read);
  if (preferences.handling === "strict" && preferences.maxAffected !== null && !returns.set) {
    throw maxAffectedOnSingle();
  }
  return {
    kind: "call",
    call: planned,
    read,
    mediaType,
    returnsRows: action.method !== "HEAD" && returns.kind !== "void",
    count: preferences.count,
    maxRows,
    readOnly: action.method !== "POST" || volatility !== "volatile",
  };
}
