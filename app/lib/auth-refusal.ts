/** What a screen says of a failure that auth-js reports. */
import type { AuthError } from "@supabase/auth-js";
import { type AuthFailure, authErrorMessage } from "./error-messages.ts";

/** The French sentence, else the service's own, else the fallback. */
export function authRefusalMessage(error: AuthError, fallback: string): string {
  // A lost connection has no message worth showing: fetch's own is English.
  if (error.name === "AuthRetryableFetchError")
    return "Connexion impossible. Vérifiez votre réseau et réessayez.";
  const failure: AuthFailure = { code: error.code, status: error.status, message: error.message };
  if ("reasons" in error && Array.isArray(error.reasons)) failure.reasons = error.reasons;
  return authErrorMessage(failure, fallback);
}
