/** As whom a request runs: what of a verified token's claims counts here. */
import type { Claims } from "../core/tokens.ts";
import type { RestConfig, RoleClaimKey } from "./config.ts";
import { audienceRefused, roleRefused, tokenRequired } from "./errors.ts";
import type { SchemaCache } from "./schema-cache/schema-cache.ts";

/**
 * The role that the claims name, whether or not it may be used; the anonymous one when they name none, and null when
 * there is none.
 */
export function roleOf(
  claims: Claims | null,
  { anonRole, roleClaimKey: { path, pick } }: Pick<RestConfig, "anonRole" | "roleClaimKey">,
): string | null {
  let value: unknown = claims;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return anonRole;
    value = Reflect.get(value, key);
  }
  if (pick !== null) value = Array.isArray(value) ? value.find((one) => isPicked(one, pick)) : undefined;
  if (value === undefined || value === null) return anonRole;
  return typeof value === "string" ? value : JSON.stringify(value);
}

function isPicked(one: unknown, { operator, text }: NonNullable<RoleClaimKey["pick"]>): boolean {
  if (typeof one !== "string") return false;
  switch (operator) {
    case "==":
      return one === text;
    case "!=":
      return one !== text;
    case "^==":
      return one.startsWith(text);
    case "==^":
      return one.endsWith(text);
    case "*==":
      return one.includes(text);
  }
}

/**
 * The role, once it may be used. Throws 401 for a token made for others, for a role that may not be switched to,
 * whatever signed it, and where there is none.
 */
export function checkCaller(
  claims: Claims | null,
  role: string | null,
  { audience }: Pick<RestConfig, "audience">,
  { roles }: SchemaCache,
): string {
  const given = claims?.aud ?? null;
  if (audience !== null && given !== null && given !== audience) {
    if (!Array.isArray(given) || (given.length > 0 && !given.includes(audience))) throw audienceRefused();
  }
  if (role === null) throw tokenRequired();
  if (!roles.has(role)) throw roleRefused(role);
  return role;
}
