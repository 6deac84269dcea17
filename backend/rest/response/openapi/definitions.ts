/** Relations as Swagger schemas: their columns, with keys and comments in the descriptions. */
import { quoteQualified } from "#backend/core/database/sql-text.ts";
import type { InspectedColumn, Inspection } from "#backend/rest/query/inspect.ts";
import type { Relation, SchemaCache } from "#backend/rest/schema-cache/schema-cache.ts";
import { toSwaggerDefault, toSwaggerType } from "./swagger-type.ts";

export type InspectedRelation = Inspection["relations"][number];

export function createDefinition(cache: SchemaCache, schema: string, inspected: InspectedRelation): object {
  const relation = cache.relations.get(quoteQualified({ schema, name: inspected.name }));
  const required = inspected.columns.filter(({ nullable }) => !nullable).map(({ name }) => name);
  return {
    ...withDescription(inspected.description),
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(
      inspected.columns.map((column) => [column.name, createProperty(cache, relation, column)]),
    ),
    type: "object",
  };
}

function createProperty(cache: SchemaCache, relation: Relation | undefined, column: InspectedColumn): object {
  const value = toSwaggerDefault(column.type, column.default);
  return {
    ...(value !== undefined && { default: value }),
    ...withDescription(createDescription(cache, relation, column)),
    ...(column.enum !== null && { enum: column.enum }),
    ...(column.max_length !== null && { maxLength: column.max_length }),
    // The name of a type includes its schema, whatever the search path is.
    ...toSwaggerType(relation?.columns.get(column.name)?.baseType ?? column.type),
  };
}

function createDescription(
  cache: SchemaCache,
  relation: Relation | undefined,
  { name, description }: InspectedColumn,
): string | null {
  const notes = [
    ...(relation?.primaryKey.includes(name) ? ["This is a Primary Key.<pk/>"] : []),
    ...(relation ? foreignKeyNotes(cache, relation, name) : []),
  ];
  if (notes.length === 0) return description;
  return [...(description === null ? [] : [description, ""]), "Note:", ...notes].join("\n");
}

/** A note on the foreign key that is this column alone; one to a table is preferred to one to a view of it. */
function foreignKeyNotes(cache: SchemaCache, relation: Relation, column: string): string[] {
  const found = (cache.relationships.get(quoteQualified(relation)) ?? [])
    .filter(
      ({ cardinality }) =>
        "holdsKey" in cardinality &&
        cardinality.holdsKey &&
        cardinality.columns.length === 1 &&
        cardinality.columns[0]?.[0] === column,
    )
    .sort((a, b) => Number(a.foreignIsView) - Number(b.foreignIsView));
  return found.slice(0, 1).map(({ foreign, cardinality }) => {
    const target = ("columns" in cardinality && cardinality.columns[0]?.[1]) || "";
    return `This is a Foreign Key to \`${foreign.name}.${target}\`.<fk table='${foreign.name}' column='${target}'/>`;
  });
}

export function withDescription(description: string | null): { description?: string } {
  return description === null ? {} : { description };
}
