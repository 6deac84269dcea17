/**
 * The settings of one transaction: role, claims and the request itself, for policies and functions to read.
 * All are local, so that nothing is left on the connection.
 */
import type { Claims } from "../../core/tokens.ts";
import { quoteIdentifier } from "../identifiers.ts";
import { Params, type Statement } from "./params.ts";

export interface RequestSettings {
  schema: string;
  extraSearchPath: string[];
  role: string;
  /** Of the role, then of the function that is called. */
  extra: [name: string, value: string][];
  timezone: string | null;
  /** The claims as JSON text, and the request's own properties. */
  claims: string;
  method: string;
  path: string;
  headers: string;
  cookies: string;
}

/** The role's settings come before the role, which might not be allowed to set them. */
export function settingsStatement(settings: RequestSettings): Statement {
  const params = new Params();
  const calls = [
    ["search_path", searchPath(settings)],
    ...settings.extra,
    ["role", settings.role],
    ["request.jwt.claims", settings.claims],
    ["request.method", settings.method],
    ["request.path", settings.path],
    ["request.headers", settings.headers],
    ["request.cookies", settings.cookies],
    ...(settings.timezone === null ? [] : [["timezone", settings.timezone]]),
  ].map(([name = "", value = ""]) => `set_config(${params.add(name)},${params.add(value)},true)`);
  return { text: `SELECT ${calls.join(",")}`, params: params.values };
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
