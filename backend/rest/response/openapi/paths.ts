/** Paths as Swagger operations, whose parameters refer to shared definitions. */
import { quoteQualified } from "#backend/core/database/sql-text.ts";
import type { InspectedRoutine } from "#backend/rest/query/inspect.ts";
import type { Parameter, Routine, SchemaCache } from "#backend/rest/schema-cache/schema-cache.ts";
import { type InspectedRelation, withDescription } from "./definitions.ts";
import { toSwaggerType } from "./swagger-type.ts";

const JSON_TYPES = [
  "application/json",
  "application/vnd.pgrst.object+json;nulls=stripped",
  "application/vnd.pgrst.object+json",
];

export const ALL_TYPES = [...JSON_TYPES, "text/csv"];

export const rootPath = {
  get: {
    tags: ["Introspection"],
    summary: "OpenAPI description (this document)",
    produces: ["application/openapi+json", "application/json"],
    responses: { 200: { description: "OK" } },
  },
};

const createRef = (name: string) => ({ $ref: `#/parameters/${name}` });
const createResponses = (status: number, description: string) => ({
  responses: { [status]: { description } },
});

/** The first line of a comment is the summary, the rest the description. */
function splitComment(comment: string | null): { summary?: string; description?: string } {
  if (comment === null) return {};
  const [summary = "", ...rest] = comment.split("\n");
  const description = rest.join("\n").replace(/^\n+/, "");
  return { summary, ...(description !== "" && { description }) };
}

export function createRelationPath(cache: SchemaCache, schema: string, inspected: InspectedRelation): object {
  const { name, columns } = inspected;
  const relation = cache.relations.get(quoteQualified({ schema, name }));
  const writable = relation && (relation.insertable || relation.updatable || relation.deletable);
  const filters = columns.map((column) => `rowFilter.${name}.${column.name}`);
  const operation = (parameters: string[]) => ({
    tags: [name],
    ...splitComment(inspected.description),
    parameters: parameters.map(createRef),
  });
  const readParameters = ["select", "order", "range", "rangeUnit", "offset", "limit", "preferCount"];
  return {
    get: {
      ...operation([...filters, ...readParameters]),
      responses: {
        200: {
          description: "OK",
          schema: { items: { $ref: `#/definitions/${name}` }, type: "array" },
        },
        206: { description: "Partial Content" },
      },
    },
    ...(writable && {
      post: { ...operation([`body.${name}`, "select", "preferPost"]), ...createResponses(201, "Created") },
      delete: { ...operation([...filters, "preferReturn"]), ...createResponses(204, "No Content") },
      patch: {
        ...operation([...filters, `body.${name}`, "preferReturn"]),
        ...createResponses(204, "No Content"),
      },
    }),
  };
}

export function createRoutinePath(
  routine: Routine,
  { description: comment, types }: InspectedRoutine,
): object {
  const parameters = routine.parameters.map((parameter, i) => ({
    ...parameter,
    type: types[i] ?? parameter.type,
  }));
  const operation = {
    tags: [`(rpc) ${routine.name}`],
    ...splitComment(comment),
    produces: JSON_TYPES,
    ...createResponses(200, "OK"),
  };
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  const body = {
    in: "body",
    name: "args",
    required: true,
    schema: {
      ...withDescription(comment),
      ...(required.length > 0 && { required }),
      properties: Object.fromEntries(parameters.map(({ name, type }) => [name, toSwaggerType(type)])),
      type: "object",
    },
  };
  const post = { ...operation, parameters: [body, createRef("preferParams")] };
  if (routine.volatility === "volatile") return { post };
  return { get: { ...operation, parameters: parameters.map(createQueryParameter) }, post };
}

function createQueryParameter({ name, type, required, variadic }: Parameter): object {
  const base = toSwaggerType(type);
  const common = { in: "query", name, required };
  if (variadic) {
    const items = { ...base.items, format: type.slice(0, -2) };
    return { ...common, type: "array", collectionFormat: "multi", items };
  }
  const isText = base.type === undefined || base.type === "array";
  return { ...common, format: base.format, type: isText ? "string" : base.type };
}

const COMMON_PARAMETERS: [name: string, parameter: object][] = [
  ["preferParams", createPreferParameter([])],
  ["preferReturn", createPreferParameter(["return=representation", "return=minimal", "return=none"])],
  ["preferCount", createPreferParameter(["count=none"])],
  [
    "preferPost",
    createPreferParameter([
      "return=representation",
      "return=minimal",
      "return=none",
      "resolution=ignore-duplicates",
      "resolution=merge-duplicates",
    ]),
  ],
  ["select", createHeaderParameter("query", "select", "Filtering Columns")],
  ["on_conflict", createHeaderParameter("query", "on_conflict", "On Conflict")],
  ["order", createHeaderParameter("query", "order", "Ordering")],
  ["range", createHeaderParameter("header", "Range", "Limiting and Pagination")],
  [
    "rangeUnit",
    { ...createHeaderParameter("header", "Range-Unit", "Limiting and Pagination"), default: "items" },
  ],
  ["offset", createHeaderParameter("query", "offset", "Limiting and Pagination")],
  ["limit", createHeaderParameter("query", "limit", "Limiting and Pagination")],
];

function createHeaderParameter(place: string, name: string, description: string | null): object {
  return { in: place, name, ...withDescription(description), required: false, type: "string" };
}

function createPreferParameter(values: string[]): object {
  return {
    ...createHeaderParameter("header", "Prefer", "Preference"),
    ...(values.length > 0 && { enum: values }),
  };
}

export function createParameters(relations: InspectedRelation[]): object {
  const relationParameters = relations.flatMap(({ name, columns }): [string, object][] => [
    [
      `body.${name}`,
      {
        in: "body",
        name,
        description: name,
        required: false,
        schema: { $ref: `#/definitions/${name}` },
      },
    ],
    ...columns.map((column): [string, object] => [
      `rowFilter.${name}.${column.name}`,
      createHeaderParameter("query", column.name, column.description),
    ]),
  ]);
  return Object.fromEntries([...COMMON_PARAMETERS, ...relationParameters]);
}
