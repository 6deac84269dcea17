/**
 * The settings of one transaction: role, claims and the request itself, for policies and functions to read.
 * All are local, so that nothing is left on the connection.
 */
import { literal, quoteIdentifier } from "../../core/sql-text.ts";
import type { Claims } from "../../core/tokens.ts";
import { Params, type Statement } from "./params.ts";

export type Setting = [name: string, value: string];

export interface RequestSettings {
  schema: string;
  extraSearchPath: string[];
  role: string;
  /** Of the role, then of the function that is called. */
  extra: Setting[];
  timezone: string | null;
  /** The claims as JSON text, and the request's own properties. */
  claims: string;
  method: string;
  path: string;
  headers: string;
  cookies: string;
}

/** In the order they are made: those of the role before the role, which might not be allowed to make them. */
export function settingsOf(settings: RequestSettings): Setting[] {
  const list: Setting[] = [
    ["search_path", searchPath(settings)],
    ...settings.extra,
    ["role", settings.role],
    ["request.jwt.claims", settings.claims],
    ["request.method", settings.method],
    ["request.path", settings.path],
    ["request.headers", settings.headers],
    ["request.cookies", settings.cookies],
  ];
  if (settings.timezone !== null) list.push(["timezone", settings.timezone]);
  return list;
}

/** One statement for all. The count of nulls is there to have each evaluated and none sent back. */
export function settingsStatement(settings: Setting[]): Statement {
  const params = new Params();
  const calls = settings.map(([name, value]) => `set_config(${params.add(name)},${params.add(value)},true)`);
  return { text: `SELECT num_nulls(${calls.join(",")})`, params: params.values };
}

export interface Combined {
  readOnly: boolean;
  settings: Setting[];
  /** A statement that runs before the prepared one. */
  before: string | null;
  /** The name under which it is prepared, and its parameters. */
  statement: string;
  values: string[];
}

/**
 * Settings and the execution of a prepared statement as one text, which Postgres runs as one transaction
 * and answers at once. Null when a value holds a NUL, which has no place in such a text.
 */
export function combinedText({ readOnly, settings, before, statement, values }: Combined): string | null {
  let calls = `set_config('transaction_read_only','${readOnly ? "on" : "off"}',true)`;
  for (const [name, value] of settings) calls += `,set_config(${literal(name)},${literal(value)},true)`;
  const list = values.length === 0 ? "" : `(${values.map(literal).join(",")})`;
  const text = `SELECT num_nulls(${calls});${before === null ? "" : `${before};`}EXECUTE ${quoteIdentifier(statement)}${list}`;
  return text.includes("\0") ? null : text;
}

function searchPath({ schema, extraSearchPath }: RequestSettings): string {
  return [schema, ...extraSearchPath].map(quoteIdentifier).join(", ");
}

const texts = new WeakMap<Claims, string>();

/** Claims as JSON with the role in them. Verified tokens are cached, so their claims are the same object. */
export function claimsText(claims: Claims | null, role: string): string {
  if (claims === null) return `{"role":${JSON.stringify(role)}}`;
  let text = texts.get(claims);
  if (text === undefined) {
    text = JSON.stringify({ ...claims, role });
    texts.set(claims, text);
  }
  return text;
}
