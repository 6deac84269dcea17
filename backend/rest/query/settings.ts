/**
 * The settings of one transaction: role, claims and the request itself, for policies and functions to read.
 * All are local, so that nothing is left on the connection.
 */
import { literal, quoteIdentifier } from "../../core/sql-text.ts";
import type { Claims } from "../../core/tokens.ts";
import type { BoundStatement } from "./params.ts";

export type Setting = [name: string, value: string];

export interface RequestSettings {
  readOnly: boolean;
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
    ["transaction_read_only", settings.readOnly ? "on" : "off"],
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

const settingsTexts = new Map<string, string>();

/** One statement for all. The count of nulls is there to have each evaluated and none sent back. */
export function settingsStatement(settings: Setting[]): BoundStatement {
  const names = settings.map(([name]) => name).join();
  let text = settingsTexts.get(names);
  if (text === undefined) {
    const calls = settings.map(([name], i) => `set_config(${literal(name)},$${i + 1},true)`);
    text = `SELECT num_nulls(${calls.join()})`;
    settingsTexts.set(names, text);
  }
  return { text, params: settings.map(([, value]) => value) };
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
