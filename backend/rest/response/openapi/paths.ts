/** Addresses and what may be done there, as Swagger operations over parameters that are named once. */
import { quoteQualified } from "../../../core/sql-text.ts";
import type { InspectedRoutine } from "../../query/inspect.ts";
import type { Parameter, Routine, SchemaCache } from "../../schema-cache/schema-cache.ts";
import { described, type InspectedRelation } from "./definitions.ts";
import { swaggerType } from "./swagger-type.ts";

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

const reference = (name: string) => ({ $ref: `#/parameters/${name}` });
const answers = (status: number, description: string) => ({ responses: { [status]: { description } } });

/** The first line of a comment is a summary, the rest a description. */
function texts(comment: string | null): { summary?: string; description?: string } {
  if (comment === null) return {};
  const [summary = "", ...rest] = comment.split("\n");
  const description = rest.join("\n").replace(/^\n+/, "");
  return { summary, ...(description !== "" && { description }) };
}

export function relationPath(cache: SchemaCache, schema: string, inspected: InspectedRelation): object {
  const { name, columns } = inspected;
  const relation = cache.relations.get(quoteQualified({ schema, name }));
  const writable = relation && (relation.insertable || relation.updatable || relation.deletable);
  const filters = columns.map((column) => `rowFilter.${name}.${column.name}`);
  const operation = (parameters: string[]) => ({
    tags: [name],
    ...texts(inspected.description),
    parameters: parameters.map(reference),
  });
  const reading = ["select", "order", "range", "rangeUnit", "offset", "limit", "preferCount"];
  return {
    get: {
      ...operation([...filters, ...reading]),
      responses: {
        200: {
          description: "OK",
          schema: { items: { $ref: `#/definitions/${name}` }, type: "array" },
        },
        206: { description: "Partial Content" },
      },
    },
    ...(writable && {
      post: { ...operation([`body.${name}`, "select", "preferPost"]), ...answers(201, "Created") },
      delete: { ...operation([...filters, "preferReturn"]), ...answers(204, "No Content") },
      patch: {
        ...operation([...filters, `body.${name}`, "preferReturn"]),
        ...answers(204, "No Content"),
      },
    }),
  };
}

export function routinePath(routine: Routine, { description: comment, types }: InspectedRoutine): object {
  const parameters = routine.parameters.map((parameter, i) => ({
    ...parameter,
    type: types[i] ?? parameter.type,
  }));
  const operation = {
    tags: [`(rpc) ${routine.name}`],
    ...texts(comment),
    produces: JSON_TYPES,
    ...answers(200, "OK"),
  };
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  const body = {
    in: "body",
    name: "args",
    required: true,
    schema: {
      ...described(comment),
      ...(required.length > 0 && { required }),
      properties: Object.fromEntries(parameters.map(({ name, type }) => [name, swaggerType(type)])),
      type: "object",
    },
  };
  const post = { ...operation, parameters: [body, reference("preferParams")] };
  if (routine.volatility === "volatile") return { post };
  return { get: { ...operation, parameters: parameters.map(queryParameter) }, post };
}

function queryParameter({ name, type, required, variadic }: Parameter): object {
  const known = swaggerType(type);
  const common = { in: "query", name, required };
  if (variadic) {
    const items = { ...known.items, format: type.slice(0, -2) };
    return { ...common, type: "array", collectionFormat: "multi", items };
  }
  const isText = known.type === undefined || known.type === "array";
  return { ...common, format: known.format, type: isText ? "string" : known.type };
}

const COMMON_PARAMETERS: [name: string, parameter: object][] = [
  ["preferParams", preference([])],
  ["preferReturn", preference(["return=representation", "return=minimal", "return=none"])],
  ["preferCount", preference(["count=none"])],
  [
    "preferPost",
    preference([
      "return=representation",
      "return=minimal",
      "return=none",
      "resolution=ignore-duplicates",
      "resolution=merge-duplicates",
    ]),
  ],
  ["select", text("query", "select", "Filtering Columns")],
  ["on_conflict", text("query", "on_conflict", "On Conflict")],
  ["order", text("query", "order", "Ordering")],
  ["range", text("header", "Range", "Limiting and Pagination")],
  ["rangeUnit", { ...text("header", "Range-Unit", "Limiting and Pagination"), default: "items" }],
  ["offset", text("query", "offset", "Limiting and Pagination")],
  ["limit", text("query", "limit", "Limiting and Pagination")],
];

function text(place: string, name: string, description: string | null): object {
  return { in: place, name, ...described(description), required: false, type: "string" };
}

function preference(values: string[]): object {
  return { ...text("header", "Prefer", "Preference"), ...(values.length > 0 && { enum: values }) };
}

export function parametersOf(relations: InspectedRelation[]): object {
  const own = relations.flatMap(({ name, columns }): [string, object][] => [
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
      text("query", column.name, column.description),
    ]),
  ]);
  return Object.fromEntries([...COMMON_PARAMETERS, ...own]);
}
