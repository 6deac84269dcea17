/** Names and values of the database, and the one place where they become SQL text. */

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

/** A string constant that reads the same whatever standard_conforming_strings says, as libpq writes it. */
export function literal(value: string): string {
  const quoted = value.includes("'") ? value.replaceAll("'", "''") : value;
  return quoted.includes("\\") ? ` E'${quoted.replaceAll("\\", "\\\\")}'` : `'${quoted}'`;
}
