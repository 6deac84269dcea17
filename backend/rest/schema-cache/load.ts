/** Loads the whole schema cache in one read-only transaction, so that its parts are consistent. */
import { type QualifiedName, quoteQualified } from "#backend/core/database/sql-text.ts";
import { type RestConfig, withDatabaseSettings } from "#backend/rest/config.ts";
import { type Connection, type ConnectionPool, isConnectionFailure } from "#backend/rest/connection-pool.ts";
import { listComputedRelationships } from "./computed-relationships.ts";
import { listDatabaseSettings, readSessionTimeout } from "./database-config.ts";
import { listForeignKeys } from "./foreign-keys.ts";
import { listMediaHandlers } from "./media-handlers.ts";
import { listRelations, type RelationRow } from "./relations.ts";
import { deriveRelationships, type ViewOfTable } from "./relationships.ts";
import { listRepresentations, type Representation } from "./representations.ts";
import { listRoles } from "./roles.ts";
import { listRoutines } from "./routines.ts";
import type { Relation, SchemaCache } from "./schema-cache.ts";
import { type ColumnOrigin, listViewOrigins } from "./view-definitions.ts";

export interface LoadResult {
  config: RestConfig;
  cache: SchemaCache;
}

/**
 * Also loads the configuration with the database's own settings. Rejects with Postgres errors, or with
 * PGRST000.
 */
export function loadSchemaCache(connections: ConnectionPool, base: RestConfig): Promise<LoadResult> {
  const use = { priority: "schema", network: null, deadlineMs: base.defaultDeadlineMs } as const;
  return connections.use(use, async ({ sql }) => {
    await sql.unsafe("begin isolation level repeatable read read only");
    try {
      const config = {
        ...withDatabaseSettings(base, await listDatabaseSettings(sql)),
        sessionTimeoutMs: await readSessionTimeout(sql),
      };
      const cache = await readCatalog(sql, config);
      await sql.unsafe("commit");
      return { config, cache };
    } catch (error) {
      if (!isConnectionFailure(error)) await sql.unsafe("rollback");
      throw error;
    }
  });
}

/**
 * With an empty search path, so that the names of types are qualified. The queries return lists as JSON,
 * because these connections do not know array types.
 */
async function readCatalog(
  sql: Connection["sql"],
  { schemas, hoistedSettings }: RestConfig,
): Promise<SchemaCache> {
  await sql`set local search_path to ''`;
  const [
    relationRows,
    foreignKeys,
    computed,
    origins,
    routines,
    roles,
    representations,
    mediaHandlers,
    timezones,
  ] = await Promise.all([
    listRelations(sql),
    listForeignKeys(sql),
    listComputedRelationships(sql),
    listViewOrigins(sql),
    listRoutines(sql, schemas, hoistedSettings),
    listRoles(sql),
    listRepresentations(sql),
    listMediaHandlers(sql, schemas),
    sql<{ name: string }[]>`select name from pg_timezone_names`,
  ]);
  const viewsOf = groupViewsByTable(relationRows, origins);
  const relations = new Map(
    relationRows.map((row) => [quoteQualified(row), toRelation(row, representations)]),
  );
  addViewKeys(relations, viewsOf);
  return {
    relations,
    relationships: deriveRelationships(foreignKeys, { computed, viewsOf, relations, schemas }),
    routines: Map.groupBy(routines, quoteQualified),
    roles,
    timezones: new Set(timezones.map((row) => row.name)),
    mediaHandlers,
  };
}

function toRelation(row: RelationRow, representations: ReadonlyMap<string, Representation>): Relation {
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
        {
          name,
          type,
          baseType: base_type,
          default: value,
          representation: representations.get(type) ?? null,
        },
      ]),
    ),
  };
}

/** Views by the quoted name of each table whose columns they contain, through other views too. */
function groupViewsByTable(
  rows: RelationRow[],
  origins: ReadonlyMap<number, ColumnOrigin[]>,
): Map<string, ViewOfTable[]> {
  const byOid = new Map(rows.map((row) => [row.oid, row]));
  const viewsOf = new Map<string, ViewOfTable[]>();
  for (const row of rows) {
    const shownTables = new Map<string, { table: QualifiedName; columns: Map<string, string[]> }>();
    for (const origin of origins.get(row.oid) ?? []) {
      const name = getColumnName(row, origin.column);
      const base = resolveBaseColumn(origin, origins, byOid);
      if (name === undefined || base === undefined) continue;
      const key = quoteQualified(base.table);
      const entry = shownTables.get(key) ?? { table: base.table, columns: new Map<string, string[]>() };
      shownTables.set(key, entry);
      entry.columns.set(base.column, [...(entry.columns.get(base.column) ?? []), name]);
    }
    for (const [key, { columns }] of shownTables) {
      const view: ViewOfTable = { view: { schema: row.schema, name: row.name }, columns };
      viewsOf.set(key, [...(viewsOf.get(key) ?? []), view]);
    }
  }
  return viewsOf;
}

function getColumnName(row: RelationRow, number: number): string | undefined {
  return row.columns.find((column) => column.number === number)?.name;
}

/** Follows a column down to a table. A view that was replaced by one that reads itself leads to none. */
function resolveBaseColumn(
  origin: ColumnOrigin,
  origins: ReadonlyMap<number, ColumnOrigin[]>,
  byOid: ReadonlyMap<number, RelationRow>,
  passed: number[] = [],
): { table: QualifiedName; column: string } | undefined {
  const row = byOid.get(origin.relationOid);
  if (row === undefined || passed.includes(row.oid)) return undefined;
  if (!row.is_view) {
    const column = getColumnName(row, origin.relationColumn);
    return column === undefined ? undefined : { table: row, column };
  }
  const below = origins.get(row.oid)?.find((candidate) => candidate.column === origin.relationColumn);
  return below && resolveBaseColumn(below, origins, byOid, [...passed, row.oid]);
}

/** A view has the primary key of every table whose whole key it contains. */
function addViewKeys(relations: Map<string, Relation>, viewsOf: ReadonlyMap<string, ViewOfTable[]>): void {
  for (const [tableKey, views] of viewsOf) {
    const tablePrimaryKey = relations.get(tableKey)?.primaryKey ?? [];
    if (tablePrimaryKey.length === 0) continue;
    for (const { view, columns } of views) {
      const relation = relations.get(quoteQualified(view));
      const viewKey = tablePrimaryKey.map((column) => columns.get(column)?.[0]);
      if (relation === undefined || !viewKey.every((column) => column !== undefined)) continue;
      const primaryKey = [...new Set([...relation.primaryKey, ...viewKey])];
      relations.set(quoteQualified(view), { ...relation, primaryKey });
    }
  }
}
