/**
 * The settings of one transaction: role, claims and the request itself, for policies and functions. All are
 * local, so that nothing remains on the connection.
 */
import { quoteIdentifier, quoteLiteral } from "#backend/core/database/sql-text.ts";
import type { Claims } from "#backend/core/gateway/tokens.ts";
import type { BoundStatement } from "./params.ts";

export type Setting = [name: string, value: string];

export interface RequestSettings {
  readOnly: boolean;
  schema: string;
  extraSearchPath: string[];
  role: string;
  /** The settings of the role, then those of the called function. */
  extra: Setting[];
  timezone: string | null;
  /** The claims as JSON text, and the request's own properties. */
  claims: string;
  method: string;
  path: string;
  headers: string;
  cookies: string;
  /** The client's, for limits; null where nothing is written. It is no setting of PostgREST. */
  address: string | null;
  /** Null outside of a request. It is no setting of PostgREST either. */
  requestId: string | null;
}

/**
 * In the order of execution: the role's settings before the role, which might lack the privilege to set them.
 */
export function createSettings(settings: RequestSettings): Setting[] {
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
  if (settings.address !== null) list.push(["request.address", settings.address]);
  if (settings.requestId !== null) list.push(["request.id", settings.requestId]);
  if (settings.timezone !== null) list.push(["timezone", settings.timezone]);
  return list;
}

const settingsTexts = new Map<string, string>();

/**
 * One statement for all settings, and first for the check of the session if there is an id.
 * num_nulls makes Postgres evaluate each without returning any.
 */
export function settingsStatement(settings: Setting[], sessionId: string | null): BoundStatement {
  const names = `${sessionId !== null}${settings.map(([name]) => name).join()}`;
  let text = settingsTexts.get(names);
  if (text === undefined) {
    const first = sessionId === null ? [] : ["auth.require_session($1)"];
    const calls = settings.map(
      ([name], i) => `set_config(${quoteLiteral(name)},$${first.length + i + 1},true)`,
    );
    text = `SELECT num_nulls(${[...first, ...calls].join()})`;
    settingsTexts.set(names, text);
  }
  const values = settings.map(([, value]) => value);
  return { text, params: sessionId === null ? values : [sessionId, ...values] };
}

function searchPath({ schema, extraSearchPath }: RequestSettings): string {
  return [schema, ...extraSearchPath].map(quoteIdentifier).join(", ");
}

const claimsTexts = new WeakMap<Claims, string>();

/** Claims as JSON with the role in them. The claims of a cached token are the same object. */
export function serializeClaims(claims: Claims | null, role: string): string {
  if (claims === null) return `{"role":${JSON.stringify(role)}}`;
  let text = claimsTexts.get(claims);
  if (text === undefined) {
    text = JSON.stringify({ ...claims, role });
    claimsTexts.set(claims, text);
  }
  return text;
}
