/** Plans an insert, update, upsert or delete: the written rows and the returned columns. */
import type { ApiRequest } from "#backend/rest/api-request/api-request.ts";
import type { Payload } from "#backend/rest/api-request/payload.ts";
import { bodyInvalid, columnNotFound, putFiltersInvalid, whereRequired } from "#backend/rest/errors.ts";
import type { Column, Relation, Relationship } from "#backend/rest/schema-cache/schema-cache.ts";
import type { Condition, DeletePlan, InsertPlan, ReadPlan, UpdatePlan } from "./plan.ts";
import { planFilter, planLogic } from "./plan-field.ts";

/** Throws PGRST204. */
export function planInsert(relation: Relation, request: ApiRequest, read: ReadPlan): InsertPlan {
  const { preferences, query } = request;
  const payload = getJsonPayload(request.payload);
  const onConflict = query.onConflict ?? relation.primaryKey;
  const resolution = preferences.resolution === "merge-duplicates" ? "merge" : "ignore";
  const resolves = preferences.resolution !== null && onConflict.length > 0;
  return {
    kind: "insert",
    relation,
    columns: findColumns(relation, payload.keys),
    isArray: payload.isArray,
    applyDefaults: preferences.missing === "default",
    onConflict: resolves ? { resolution, columns: onConflict } : null,
    bodyFilter: [],
    countInserted: resolves && resolution === "merge",
    locationColumns: preferences.return === "headers-only" ? relation.primaryKey : [],
    returning: listReturning(relation, request, read),
  };
}

/** A PUT, whose filters must name each key column once with eq. Throws PGRST105 and 204. */
export function planUpsertOne(relation: Relation, request: ApiRequest, read: ReadPlan): InsertPlan {
  const { filters, logic } = request.query;
  const names = filters.map(({ value }) => value.field.name);
  const valid =
    logic.length === 0 &&
    names.length > 0 &&
    new Set(names).size === relation.primaryKey.length &&
    relation.primaryKey.every((column) => names.includes(column)) &&
    filters.every(({ path, value: { negated, operation } }) => {
      const isEquality = operation.kind === "quantifiable" && operation.operator === "=";
      return path.length === 0 && !negated && isEquality && operation.quantifier === null;
    });
  if (!valid) throw putFiltersInvalid();
  const payload = getJsonPayload(request.payload);
  return {
    kind: "insert",
    relation,
    columns: findColumns(relation, payload.keys),
    isArray: payload.isArray,
    applyDefaults: false,
    onConflict: { resolution: "merge", columns: relation.primaryKey },
    bodyFilter: planRootConditions(relation, request),
    countInserted: true,
    locationColumns: [],
    returning: listReturning(relation, request, read),
  };
}

/** Throws PGRST204, and 21000 for an update of all rows. */
export function planUpdate(relation: Relation, request: ApiRequest, read: ReadPlan): UpdatePlan {
  const payload = getJsonPayload(request.payload);
  const columns = findColumns(relation, payload.keys);
  const where = planRootConditions(relation, request);
  if (where.length === 0 && columns.length > 0) throw whereRequired("UPDATE");
  return {
    kind: "update",
    relation,
    columns,
    isArray: payload.isArray,
    applyDefaults: request.preferences.missing === "default",
    where,
    returning: listReturning(relation, request, read),
  };
}

/** Throws 21000 for a delete of all rows. */
export function planDelete(relation: Relation, request: ApiRequest, read: ReadPlan): DeletePlan {
  const where = planRootConditions(relation, request);
  if (where.length === 0) throw whereRequired("DELETE");
  return { kind: "delete", relation, where, returning: listReturning(relation, request, read) };
}

function getJsonPayload(payload: Payload | null): Extract<Payload, { kind: "json" }> {
  if (payload?.kind !== "json") throw bodyInvalid("Empty or invalid json");
  return payload;
}

function findColumns(relation: Relation, names: string[]): Column[] {
  return names.map((name) => {
    const column = relation.columns.get(name);
    if (column === undefined) throw columnNotFound(relation.name, name);
    return column;
  });
}

function planRootConditions(relation: Relation, { query }: ApiRequest): Condition[] {
  return [
    ...query.filters
      .filter(({ path }) => path.length === 0)
      .map(({ value }) => planFilter(relation, [], value)),
    ...query.logic.filter(({ path }) => path.length === 0).map(({ value }) => planLogic(relation, [], value)),
  ];
}

/** The columns that the selection, the order and the embeds need, and the key for the Location header. */
function listReturning(relation: Relation, { preferences }: ApiRequest, read: ReadPlan): string[] {
  if (preferences.return === "headers-only") return relation.primaryKey;
  if (preferences.return !== "representation") return [];
  const names = read.columns.map(({ field }) => field.name);
  const kinds = read.embeds.map(({ relationship }) => relationship.cardinality.kind);
  if (names.includes("*") || kinds.includes("computed")) return ["*", ...read.computed];
  const ordered = read.order.filter(({ embed }) => embed === null).map(({ field }) => field.name);
  const joined = read.embeds.flatMap(({ relationship }) => listJoinColumns(relationship));
  return [...new Set([...names, ...ordered, ...joined, ...relation.primaryKey])];
}

/**
 * The relation's columns that join the embedded rows. A computed relationship takes the whole row, so it
 * names none.
 */
function listJoinColumns({ cardinality }: Relationship): string[] {
  switch (cardinality.kind) {
    case "computed":
      return [];
    case "many-to-many":
      return cardinality.sourceColumns.map(([source]) => source);
    default:
      return cardinality.columns.map(([source]) => source);
  }
}
