/** Quotes identifiers and literals: the one place that turns names and values into SQL text. */

export interface QualifiedName {
  schema: string;
  name: string;
}

/**
 * A quoted SQL identifier. Anything after a NUL is dropped, because Postgres ends a statement's text there.
 */
export function quoteIdentifier(name: string): string {
  const end = name.indexOf("\0");
  return `"${(end === -1 ? name : name.slice(0, end)).replaceAll('"', '""')}"`;
}

/** `"schema"."name"`. Also used as a key, since quoting is unambiguous. */
export function quoteQualified(name: QualifiedName): string {
  return `${quoteIdentifier(name.schema)}.${quoteIdentifier(name.name)}`;
}

/** A string literal that means the same whatever standard_conforming_strings is, as libpq writes it. */
export function quoteLiteral(value: string): string {
  const quoted = value.includes("'") ? value.replaceAll("'", "''") : value;
  return quoted.includes("\\") ? ` E'${quoted.replaceAll("\\", "\\\\")}'` : `'${quoted}'`;
}
