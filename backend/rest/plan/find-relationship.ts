/**
 * Finds the relationship of an embedded resource. The target is a relation, a constraint, or the single
 * column of a foreign key. The hint narrows it to a constraint, a column of either side, or a junction.
 */
import { type QualifiedName, quoteQualified } from "#backend/core/database/sql-text.ts";
import { relationshipAmbiguous, relationshipNotFound } from "#backend/rest/errors.ts";
import type { ColumnPair, Relationship, SchemaCache } from "#backend/rest/schema-cache/schema-cache.ts";
import { findClosestName } from "./closest-name.ts";

/** Throws PGRST200 when there is none and PGRST201 when there are several. */
export function findRelationship(
  cache: SchemaCache,
  origin: QualifiedName,
  target: string,
  hint: string | null,
): Relationship {
  const candidates = cache.relationships.get(quoteQualified(origin)) ?? [];
  const found = candidates.filter((relationship) =>
    relationship.cardinality.kind === "computed"
      ? target === relationship.cardinality.routine.name
      : relationship.isSelf
        ? matchesSelfReference(relationship, target, hint)
        : matches(relationship, target, hint),
  );
  const [first, second] = found;
  if (first === undefined) {
    throw relationshipNotFound(origin.name, target, hint, origin.schema, suggestName(cache, origin, target));
  }
  if (second !== undefined) {
    throw relationshipAmbiguous(
      origin.name,
      target,
      found.map(describeRelationship),
      found.map(describeDisambiguation),
    );
  }
  return first;
}

function matches(relationship: Relationship, target: string, hint: string | null): boolean {
  const named = target === relationship.foreign.name;
  if (hint !== null) {
    return (
      named &&
      (hint === getConstraint(relationship) ||
        hint === getSingleColumn(relationship)?.[0] ||
        hint === getSingleColumn(relationship)?.[1] ||
        hint === getJunction(relationship))
    );
  }
  if (named) return true;
  if (relationship.foreignIsView) return false;
  return target === getConstraint(relationship) || target === getSingleColumn(relationship)?.[0];
}

/**
 * A self-reference gives two relationships: the relation's name means the children, the column the parent.
 */
function matchesSelfReference(relationship: Relationship, target: string, hint: string | null): boolean {
  const { kind } = relationship.cardinality;
  if (hint !== null) {
    return (
      target === relationship.foreign.name &&
      kind === "one-to-many" &&
      hint === getSingleColumn(relationship)?.[1]
    );
  }
  if (target === relationship.foreign.name) return kind === "one-to-many";
  return kind === "many-to-one" && target === getSingleColumn(relationship)?.[0];
}

function getConstraint({ cardinality }: Relationship): string | null {
  return "constraint" in cardinality ? cardinality.constraint : null;
}

function getSingleColumn({ cardinality }: Relationship): ColumnPair | null {
  if (!("columns" in cardinality) || cardinality.columns.length !== 1) return null;
  return cardinality.columns[0] ?? null;
}

function getJunction({ cardinality }: Relationship): string | null {
  return cardinality.kind === "many-to-many" ? cardinality.junction.name : null;
}

/** A similar name for the parent if it is unknown, else for the child. */
function suggestName(cache: SchemaCache, origin: QualifiedName, target: string): string | null {
  const children = cache.relationships.get(quoteQualified(origin));
  if (children === undefined) {
    const parents = [...cache.relationships.values()]
      .flatMap((list) => list.slice(0, 1))
      .filter(({ relation }) => relation.schema === origin.schema);
    const near = findClosestName(origin.name, new Set(parents.map(({ relation }) => relation.name)), 0.33);
    return near && `Perhaps you meant '${near}' instead of '${origin.name}'.`;
  }
  const names = new Set(children.map(({ foreign }) => foreign.name));
  const near = names.has(target) ? null : findClosestName(target, names, 0.33);
  return near && `Perhaps you meant '${near}' instead of '${target}'.`;
}

function describeRelationship({ relation, foreign, cardinality }: Relationship): Record<string, string> {
  // A computed relationship is identified by its function's name alone.
  if (cardinality.kind === "computed") return {};
  const list = (columns: string[]) => `(${columns.join(", ")})`;
  const own = (pairs: ColumnPair[]) => list(pairs.map(([column]) => column));
  const other = (pairs: ColumnPair[]) => list(pairs.map(([, column]) => column));
  const relationship =
    cardinality.kind === "many-to-many"
      ? `${cardinality.junction.name} using ${cardinality.sourceConstraint}${other(cardinality.sourceColumns)} and ${cardinality.targetConstraint}${other(cardinality.targetColumns)}`
      : `${cardinality.constraint} using ${relation.name}${own(cardinality.columns)} and ${foreign.name}${other(cardinality.columns)}`;
  return { cardinality: cardinality.kind, embedding: `${relation.name} with ${foreign.name}`, relationship };
}

function describeDisambiguation({ foreign, cardinality }: Relationship): string {
  switch (cardinality.kind) {
    case "computed":
      return `'${cardinality.routine.name}'`;
    case "many-to-many":
      return `'${foreign.name}!${cardinality.junction.name}'`;
    default:
      return `'${foreign.name}!${cardinality.constraint}'`;
  }
}
