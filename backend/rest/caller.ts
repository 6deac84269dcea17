/** As whom a request runs: what of a verified token's claims counts here. */
import type { Claims } from "../core/tokens.ts";
import type { RestConfig } from "./config.ts";
import { audienceRefused, roleRefused } from "./errors.ts";
import type { SchemaCache } from "./schema-cache/schema-cache.ts";

/** The role that the claims name, whether or not it may be used; the anonymous one when they name none. */
export function roleOf(
  claims: Claims | null,
  { anonRole, roleClaimKey }: Pick<RestConfig, "anonRole" | "roleClaimKey">,
): string {
  let value: unknown = claims;
  for (const key of roleClaimKey) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return anonRole;
    value = Reflect.get(value, key);
  }
  return typeof value === "string" ? value : anonRole;
}

/** Throws 401 for a token made for others, and for a role that may not be switched to, whatever signed it. */
export function checkCaller(
  claims: Claims | null,
  role: string,
  { audience }: Pick<RestConfig, "audience">,
  { roles }: SchemaCache,
): void {
  const given = claims?.aud ?? null;
  if (audience !== null && given !== null && given !== audience) {
    if (!Array.isArray(given) || (given.length > 0 && !given.includes(audience))) throw audienceRefused();
  }
  if (!roles.has(role)) throw roleRefused(role);
}
