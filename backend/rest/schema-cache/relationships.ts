/**
 * Derives all relationships from the foreign keys: both directions, through views that contain the key
 * columns, and through junctions whose primary key contains two foreign keys.
 */
import { type QualifiedName, quoteQualified } from "#backend/core/database/sql-text.ts";
import type { ForeignKeyRow } from "./foreign-keys.ts";
import type { ColumnPair, Relation, Relationship } from "./schema-cache.ts";

/** A view of a table: the view's columns by the name of the table's column. */
export interface ViewOfTable {
  view: QualifiedName;
  columns: ReadonlyMap<string, string[]>;
}

/** A relation in a foreign key: the table itself, or a view of it. */
interface KeyRelation {
  name: QualifiedName;
  isView: boolean;
  columns: string[];
}

interface Link {
  constraint: string;
  isUnique: boolean;
  from: KeyRelation;
  to: KeyRelation;
}

export interface RelationshipSources {
  /** Computed relationships. */
  computed: Relationship[];
  viewsOf: ReadonlyMap<string, ViewOfTable[]>;
  relations: ReadonlyMap<string, Relation>;
  /** The exposed schemas: a junction in another schema is ignored. */
  schemas: string[];
}

/**
 * By the quoted name of the source relation, which may have no reachable relationship; both sides are always
 * in one schema.
 */
export function deriveRelationships(
  foreignKeys: ForeignKeyRow[],
  { computed, viewsOf, relations, schemas }: RelationshipSources,
): Map<string, Relationship[]> {
  const links = foreignKeys.flatMap((key) => listLinks(key, viewsOf));
  const detected = [
    ...links.map(toForwardRelationship),
    ...links.map(toBackwardRelationship),
    ...listManyToMany(
      links.filter(({ from }) => schemas.includes(from.name.schema)),
      relations,
    ),
  ];
  const found = [...detected.filter((relationship) => !isOverridden(relationship, computed)), ...computed];
  const bySource = new Map<string, Relationship[]>();
  for (const relationship of found) {
    const key = quoteQualified(relationship.relation);
    const relationships = bySource.get(key) ?? [];
    if (relationship.relation.schema === getEmbedName(relationship).schema) relationships.push(relationship);
    bySource.set(key, relationships);
  }
  for (const list of bySource.values()) list.sort((a, b) => compareRank(getRank(a), getRank(b)));
  return bySource;
}

const KINDS = ["one-to-many", "many-to-one", "one-to-one", "many-to-many", "computed"];

/** The order in which an ambiguous request lists them. */
function getRank({ foreign, cardinality }: Relationship): string[] {
  const name =
    "constraint" in cardinality
      ? cardinality.constraint
      : "junction" in cardinality
        ? quoteQualified(cardinality.junction)
        : "";
  return [foreign.name, String(KINDS.indexOf(cardinality.kind)), name];
}

function compareRank(a: string[], b: string[]): number {
  const at = a.findIndex((part, i) => part !== b[i]);
  return at === -1 ? 0 : (a[at] ?? "") < (b[at] ?? "") ? -1 : 1;
}

/** The name by which a relationship is embedded. */
function getEmbedName({ cardinality, foreign }: Relationship): QualifiedName {
  return cardinality.kind === "computed" ? cardinality.routine : foreign;
}

/** A computed relationship named like the other relation replaces those derived from foreign keys. */
function isOverridden({ relation, foreign }: Relationship, computed: Relationship[]): boolean {
  return computed.some(
    (candidate) =>
      quoteQualified(candidate.relation) === quoteQualified(relation) &&
      quoteQualified(getEmbedName(candidate)) === quoteQualified(foreign),
  );
}

function listLinks(key: ForeignKeyRow, viewsOf: ReadonlyMap<string, ViewOfTable[]>): Link[] {
  const froms = listKeyRelations({ schema: key.schema, name: key.relation }, key.columns, viewsOf);
  const tos = listKeyRelations(
    { schema: key.foreign_schema, name: key.foreign_relation },
    key.foreign_columns,
    viewsOf,
  );
  return froms.flatMap((from) =>
    tos.map((to) => ({ constraint: key.constraint, isUnique: key.is_unique, from, to })),
  );
}

function listKeyRelations(
  table: QualifiedName,
  columns: string[],
  viewsOf: ReadonlyMap<string, ViewOfTable[]>,
): KeyRelation[] {
  const views = (viewsOf.get(quoteQualified(table)) ?? []).flatMap(({ view, columns: viewColumns }) =>
    combinations(columns.map((column) => viewColumns.get(column) ?? [])).map((names) => ({
      name: view,
      isView: true,
      columns: names,
    })),
  );
  return [{ name: table, isView: false, columns }, ...views];
}

/** All combinations of one element from each list; none when a list is empty. */
function combinations(lists: string[][]): string[][] {
  return lists.reduce<string[][]>(
    (chosen, list) => chosen.flatMap((names) => list.map((name) => [...names, name])),
    [[]],
  );
}

function toColumnPairs(from: KeyRelation, to: KeyRelation): ColumnPair[] {
  return from.columns.map((column, i) => [column, to.columns[i] ?? ""]);
}

function isSelf(link: Link): boolean {
  return quoteQualified(link.from.name) === quoteQualified(link.to.name);
}

function toForwardRelationship(link: Link): Relationship {
  return {
    relation: link.from.name,
    foreign: link.to.name,
    isSelf: isSelf(link),
    foreignIsView: link.to.isView,
    cardinality: {
      kind: link.isUnique ? "one-to-one" : "many-to-one",
      constraint: link.constraint,
      columns: toColumnPairs(link.from, link.to),
      holdsKey: true,
    },
  };
}

function toBackwardRelationship(link: Link): Relationship {
  return {
    relation: link.to.name,
    foreign: link.from.name,
    isSelf: isSelf(link),
    foreignIsView: link.from.isView,
    cardinality: {
      kind: link.isUnique ? "one-to-one" : "one-to-many",
      constraint: link.constraint,
      columns: toColumnPairs(link.to, link.from),
      holdsKey: false,
    },
  };
}

function listManyToMany(links: Link[], relations: ReadonlyMap<string, Relation>): Relationship[] {
  const byJunction = Map.groupBy(
    links.filter((link) => !link.isUnique && isInPrimaryKey(link.from, relations)),
    (link) => quoteQualified(link.from.name),
  );
  return [...byJunction.values()].flatMap((sides) =>
    sides.flatMap((source) =>
      sides
        .filter((target) => target.constraint !== source.constraint)
        .map((target) => toJunctionRelationship(source, target)),
    ),
  );
}

function isInPrimaryKey(junction: KeyRelation, relations: ReadonlyMap<string, Relation>): boolean {
  const key = relations.get(quoteQualified(junction.name))?.primaryKey ?? [];
  return junction.columns.every((column) => key.includes(column));
}

function toJunctionRelationship(source: Link, target: Link): Relationship {
  return {
    relation: source.to.name,
    foreign: target.to.name,
    isSelf: quoteQualified(source.to.name) === quoteQualified(target.to.name),
    foreignIsView: target.to.isView,
    cardinality: {
      kind: "many-to-many",
      junction: source.from.name,
      sourceConstraint: source.constraint,
      targetConstraint: target.constraint,
      sourceColumns: toColumnPairs(source.to, source.from),
      targetColumns: toColumnPairs(target.to, target.from),
    },
  };
}
