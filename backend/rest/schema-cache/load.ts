/** Reads the whole schema cache in one read-only transaction, so that its parts fit together. */
import { type QualifiedName, quoteQualified } from "../../core/sql-text.ts";
import { type Connection, type Connections, isConnectionFailure } from "../connections.ts";
import { listForeignKeys } from "./foreign-keys.ts";
import { listRelations, type RelationRow } from "./relations.ts";
import { deriveRelationships, type ViewOfTable } from "./relationships.ts";
import { listRoles } from "./roles.ts";
import { listRoutines } from "./routines.ts";
import type { Relation, SchemaCache } from "./schema-cache.ts";
import { type ColumnOrigin, listViewOrigins } from "./view-definitions.ts";

/** Rejects with Postgres' errors, or with PGRST000. */
export function loadSchemaCache(connections: Connections, schemas: string[]): Promise<SchemaCache> {
  return connections.use(async ({ sql }) => {
    await sql.unsafe("begin isolation level repeatable read read only");
    try {
      const cache = await readCatalogue(sql, schemas);
      await sql.unsafe("commit");
      return cache;
    } catch (error) {
      if (!isConnectionFailure(error)) await sql.unsafe("rollback");
      throw error;
    }
  });
}

/**
 * With an empty search path, so that the names of types come out qualified. The queries give lists as JSON:
 * these connections know no array types.
 */
async function readCatalogue(sql: Connection["sql"], schemas: string[]): Promise<SchemaCache> {
  await sql`set local search_path to ''`;
  const [relationRows, foreignKeys, origins, routines, roles, timezones] = await Promise.all([
    listRelations(sql),
    listForeignKeys(sql),
    listViewOrigins(sql),
    listRoutines(sql, schemas),
    listRoles(sql),
    sql<{ name: string }[]>`select name from pg_timezone_names`,
  ]);
  const viewsOf = viewsByTable(relationRows, origins);
  const relations = new Map(relationRows.map((row) => [quoteQualified(row), toRelation(row)]));
  addViewKeys(relations, viewsOf);
  return {
    relations,
    relationships: deriveRelationships(foreignKeys, viewsOf, relations),
    routines: Map.groupBy(routines, quoteQualified),
    roles,
    timezones: new Set(timezones.map((row) => row.name)),
  };
}

function toRelation(row: RelationRow): Relation {
  return {
    schema: row.schema,
    name: row.name,
    isView: row.is_view,
    insertable: row.insertable,
    updatable: row.updatable,
    deletable: row.deletable,
    primaryKey: row.primary_key,
    columns: new Map(
      row.columns.map(({ name, type, base_type, default: value }) => [
        name,
        { name, type, baseType: base_type, default: value },
      ]),
    ),
  };
}

/** Views by the quoted name of each table they show columns of, through other views too. */
function viewsByTable(
  rows: RelationRow[],
  origins: ReadonlyMap<number, ColumnOrigin[]>,
): Map<string, ViewOfTable[]> {
  const byOid = new Map(rows.map((row) => [row.oid, row]));
  const viewsOf = new Map<string, ViewOfTable[]>();
  for (const row of rows) {
    const shown = new Map<string, { table: QualifiedName; columns: Map<string, string[]> }>();
    for (const origin of origins.get(row.oid) ?? []) {
      const name = columnName(row, origin.column);
      const base = baseColumn(origin, origins, byOid);
      if (name === undefined || base === undefined) continue;
      const key = quoteQualified(base.table);
      const known = shown.get(key) ?? { table: base.table, columns: new Map<string, string[]>() };
      shown.set(key, known);
      known.columns.set(base.column, [...(known.columns.get(base.column) ?? []), name]);
    }
    for (const [key, { columns }] of shown) {
      const view: ViewOfTable = { view: { schema: row.schema, name: row.name }, columns };
      viewsOf.set(key, [...(viewsOf.get(key) ?? []), view]);
    }
  }
  return viewsOf;
}

function columnName(row: RelationRow, number: number): string | undefined {
  return row.columns.find((column) => column.number === number)?.name;
}

/** Follows a column down to a table. A view cannot stand on itself, so this ends. */
function baseColumn(
  origin: ColumnOrigin,
  origins: ReadonlyMap<number, ColumnOrigin[]>,
  byOid: ReadonlyMap<number, RelationRow>,
): { table: QualifiedName; column: string } | undefined {
  const row = byOid.get(origin.relationOid);
  if (row === undefined) return undefined;
  if (!row.is_view) {
    const column = columnName(row, origin.relationColumn);
    return column === undefined ? undefined : { table: row, column };
  }
  const below = origins.get(row.oid)?.find((candidate) => candidate.column === origin.relationColumn);
  return below && baseColumn(below, origins, byOid);
}

/** A view that shows a table's whole primary key has it as its own. */
function addViewKeys(relations: Map<string, Relation>, viewsOf: ReadonlyMap<string, ViewOfTable[]>): void {
  for (const [tableKey, views] of viewsOf) {
    const tablePrimaryKey = relations.get(tableKey)?.primaryKey ?? [];
    if (tablePrimaryKey.length === 0) continue;
    for (const { view, columns } of views) {
      const relation = relations.get(quoteQualified(view));
      const own = tablePrimaryKey.map((column) => columns.get(column)?.[0]);
      if (relation?.primaryKey.length !== 0 || !own.every((column) => column !== undefined)) continue;
      relations.set(quoteQualified(view), { ...relation, primaryKey: own });
    }
  }
}
