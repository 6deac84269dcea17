/**
 * Derives every relationship from the foreign keys: both directions, through views that carry the key
 * columns, and through junctions whose primary key holds two foreign keys.
 */
import { type QualifiedName, quoteQualified } from "../../core/sql-text.ts";
import type { ForeignKeyRow } from "./foreign-keys.ts";
import type { ColumnPair, Relation, Relationship } from "./schema-cache.ts";

/** A view over a table: the view's columns by the name of the table's column they show. */
export interface ViewOfTable {
  view: QualifiedName;
  columns: ReadonlyMap<string, string[]>;
}

/** A relation that can stand for a table in a foreign key: the table itself, or a view of it. */
interface Stand {
  name: QualifiedName;
  isView: boolean;
  columns: string[];
}

interface Link {
  constraint: string;
  isUnique: boolean;
  from: Stand;
  to: Stand;
}

export interface RelationshipSources {
  /** Those that functions make. */
  computed: Relationship[];
  viewsOf: ReadonlyMap<string, ViewOfTable[]>;
  relations: ReadonlyMap<string, Relation>;
  /** Those exposed: a junction elsewhere joins nothing. */
  schemas: string[];
}

/** By the quoted name of the relation they start from, which may have none that can be reached; both sides are always in one schema. */
export function deriveRelationships(
  foreignKeys: ForeignKeyRow[],
  { computed, viewsOf, relations, schemas }: RelationshipSources,
): Map<string, Relationship[]> {
  const links = foreignKeys.flatMap((key) => linksOf(key, viewsOf));
  const detected = [
    ...links.map(forward),
    ...links.map(backward),
    ...manyToMany(
      links.filter(({ from }) => schemas.includes(from.name.schema)),
      relations,
    ),
  ];
  const found = [...detected.filter((relationship) => !isOverridden(relationship, computed)), ...computed];
  const bySource = new Map<string, Relationship[]>();
  for (const relationship of found) {
    const key = quoteQualified(relationship.relation);
    const known = bySource.get(key) ?? [];
    if (relationship.relation.schema === targetOf(relationship).schema) known.push(relationship);
    bySource.set(key, known);
  }
  for (const list of bySource.values()) list.sort((a, b) => compareRank(rankOf(a), rankOf(b)));
  return bySource;
}

const KINDS = ["one-to-many", "many-to-one", "one-to-one", "many-to-many", "computed"];

/** The order in which an ambiguous request is told of them. */
function rankOf({ foreign, cardinality }: Relationship): string[] {
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

/** By what name a relationship is embedded. */
function targetOf({ cardinality, foreign }: Relationship): QualifiedName {
  return cardinality.kind === "computed" ? cardinality.routine : foreign;
}

/** A function named like the other relation takes the place of whatever the keys would give. */
function isOverridden({ relation, foreign }: Relationship, computed: Relationship[]): boolean {
  return computed.some(
    (candidate) =>
      quoteQualified(candidate.relation) === quoteQualified(relation) &&
      quoteQualified(targetOf(candidate)) === quoteQualified(foreign),
  );
}

function linksOf(key: ForeignKeyRow, viewsOf: ReadonlyMap<string, ViewOfTable[]>): Link[] {
  const froms = standsFor({ schema: key.schema, name: key.relation }, key.columns, viewsOf);
  const tos = standsFor(
    { schema: key.foreign_schema, name: key.foreign_relation },
    key.foreign_columns,
    viewsOf,
  );
  return froms.flatMap((from) =>
    tos.map((to) => ({ constraint: key.constraint, isUnique: key.is_unique, from, to })),
  );
}

function standsFor(
  table: QualifiedName,
  columns: string[],
  viewsOf: ReadonlyMap<string, ViewOfTable[]>,
): Stand[] {
  const views = (viewsOf.get(quoteQualified(table)) ?? []).flatMap(({ view, columns: shown }) =>
    combinations(columns.map((column) => shown.get(column) ?? [])).map((names) => ({
      name: view,
      isView: true,
      columns: names,
    })),
  );
  return [{ name: table, isView: false, columns }, ...views];
}

/** One choice from each list, in every way; none when a list is empty. */
function combinations(lists: string[][]): string[][] {
  return lists.reduce<string[][]>(
    (chosen, list) => chosen.flatMap((names) => list.map((name) => [...names, name])),
    [[]],
  );
}

function pairs(from: Stand, to: Stand): ColumnPair[] {
  return from.columns.map((column, i) => [column, to.columns[i] ?? ""]);
}

function isSelf(link: Link): boolean {
  return quoteQualified(link.from.name) === quoteQualified(link.to.name);
}

function forward(link: Link): Relationship {
  return {
    relation: link.from.name,
    foreign: link.to.name,
    isSelf: isSelf(link),
    foreignIsView: link.to.isView,
    cardinality: {
      kind: link.isUnique ? "one-to-one" : "many-to-one",
      constraint: link.constraint,
      columns: pairs(link.from, link.to),
      holdsKey: true,
    },
  };
}

function backward(link: Link): Relationship {
  return {
    relation: link.to.name,
    foreign: link.from.name,
    isSelf: isSelf(link),
    foreignIsView: link.from.isView,
    cardinality: {
      kind: link.isUnique ? "one-to-one" : "one-to-many",
      constraint: link.constraint,
      columns: pairs(link.to, link.from),
      holdsKey: false,
    },
  };
}

function manyToMany(links: Link[], relations: ReadonlyMap<string, Relation>): Relationship[] {
  const byJunction = Map.groupBy(
    links.filter((link) => !link.isUnique && inPrimaryKey(link.from, relations)),
    (link) => quoteQualified(link.from.name),
  );
  return [...byJunction.values()].flatMap((sides) =>
    sides.flatMap((source) =>
      sides
        .filter((target) => target.constraint !== source.constraint)
        .map((target) => throughJunction(source, target)),
    ),
  );
}

function inPrimaryKey(junction: Stand, relations: ReadonlyMap<string, Relation>): boolean {
  const key = relations.get(quoteQualified(junction.name))?.primaryKey ?? [];
  return junction.columns.every((column) => key.includes(column));
}

function throughJunction(source: Link, target: Link): Relationship {
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
      sourceColumns: pairs(source.to, source.from),
      targetColumns: pairs(target.to, target.from),
    },
  };
}
