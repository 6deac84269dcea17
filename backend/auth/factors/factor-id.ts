/** The factor that an address names. */
import type { AuthContext } from "../endpoint.ts";
import { AuthError } from "../errors.ts";
import { isUuid } from "../guards.ts";

/** Throws validation_failed. */
export function factorIdOf(c: AuthContext): string {
  const id = c.req.param("factor_id") ?? "";
  if (isUuid(id)) return id;
  throw new AuthError(404, "validation_failed", "factor_id must be an UUID");
}

export function factorNotFound(): AuthError {
  return new AuthError(404, "mfa_factor_not_found", "Factor not found");
}
