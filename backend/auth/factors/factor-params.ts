/** The factor that a URL names. */
import type { AuthContext } from "#backend/auth/endpoint.ts";
import { AuthError } from "#backend/auth/errors.ts";
import type { Factor } from "#backend/auth/models/factor.ts";
import { isUuid } from "#backend/core/values/uuid.ts";

/** Throws validation_failed. */
export function parseFactorId(c: AuthContext): string {
  const id = c.req.param("factor_id") ?? "";
  if (isUuid(id)) return id;
  throw new AuthError(404, "validation_failed", "factor_id must be an UUID");
}

export function factorNotFound(): AuthError {
  return new AuthError(404, "mfa_factor_not_found", "Factor not found");
}

/**
 * Throws mfa_factor_name_conflict when another factor of the user has this name. Several factors may have no
 * name.
 */
export function checkFactorName(name: string, others: Factor[]): void {
  if (!name.trim() || others.every(({ friendly_name: taken }) => taken !== name)) return;
  const message = `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`;
  throw new AuthError(422, "mfa_factor_name_conflict", message);
}
