/** Determines the role of a request from the claims of its verified token. */
import type { Claims } from "#backend/core/gateway/tokens.ts";
import type { RestConfig, RoleClaimKey } from "./config.ts";
import { audienceInvalid, roleNotAllowed, tokenRequired } from "./errors.ts";
import type { SchemaCache } from "./schema-cache/schema-cache.ts";

/**
 * The role that the claims name, whether or not it is allowed. The anonymous role when they name none, and
 * null when there is no anonymous role.
 */
export function getClaimedRole(
  claims: Claims | null,
  { anonRole, roleClaimKey: { path, filter } }: Pick<RestConfig, "anonRole" | "roleClaimKey">,
): string | null {
  let value: unknown = claims;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return anonRole;
    value = Reflect.get(value, key);
  }
  if (filter !== null)
    value = Array.isArray(value) ? value.find((one) => matchesClaimFilter(one, filter)) : undefined;
  if (value === undefined || value === null) return anonRole;
  return typeof value === "string" ? value : JSON.stringify(value);
}

function matchesClaimFilter(one: unknown, { operator, text }: NonNullable<RoleClaimKey["filter"]>): boolean {
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
 * The role, once it is allowed. Throws 401 for a token with another audience, for a role that may not be
 * switched to even if the token is valid, and when there is no role.
 */
export function authorizeRole(
  claims: Claims | null,
  role: string | null,
  { audience }: Pick<RestConfig, "audience">,
  { roles }: SchemaCache,
): string {
  const audienceClaim = claims?.aud ?? null;
  if (audience !== null && audienceClaim !== null && audienceClaim !== audience) {
    if (!Array.isArray(audienceClaim) || (audienceClaim.length > 0 && !audienceClaim.includes(audience)))
      throw audienceInvalid();
  }
  if (role === null) throw tokenRequired();
  if (!roles.has(role)) throw roleNotAllowed(role);
  return role;
}
