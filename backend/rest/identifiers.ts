/** Names of things in the database, and the one place where they become SQL text. */

export interface QualifiedName {
  schema: string;
  name: string;
}

/** A quoted SQL identifier. What follows a NUL is dropped: Postgres ends a statement's text there. */
export function quoteIdentifier(name: string): string {
  const end = name.indexOf("\0");
  return `"${(end === -1 ? name : name.slice(0, end)).replaceAll('"', '""')}"`;
}

/** `"schema"."name"`. Also serves as a key, since two names never quote alike. */
export function quoteQualified(name: QualifiedName): string {
  return `${quoteIdentifier(name.schema)}.${quoteIdentifier(name.name)}`;
}
