/** Redirects of the browser back to the site, with the session or with an error. */
import type { AuthContext, AuthDeps } from "./endpoint.ts";
import { AuthError } from "./errors.ts";
import { withFragment, withQuery } from "./redirects.ts";
import { createSessionBody, type SessionGrant } from "./sessions/sessions.ts";

const OAUTH_NAMES: Record<number, string> = {
  400: "invalid_request",
  401: "unauthorized_client",
  403: "access_denied",
  500: "server_error",
  503: "temporarily_unavailable",
};

/** The session goes into the fragment; `sb` marks the fragment as meant for the clients. */
export async function createSessionRedirect(
  c: AuthContext,
  deps: AuthDeps,
  target: string,
  grant: SessionGrant,
  extras: Record<string, string>,
): Promise<Response> {
  const session = await createSessionBody(deps, grant);
  const fragment = {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    token_type: session.token_type,
    ...extras,
    sb: "",
  };
  c.header("cache-control", "no-store");
  return c.redirect(withFragment(target, fragment), 303);
}

/**
 * Rethrows errors that are not meant for the caller. @param inQuery also puts the error into the query, where
 * a server-rendered page can read it
 */
export function createErrorRedirect(
  c: AuthContext,
  target: string,
  error: unknown,
  inQuery: boolean,
): Response {
  if (!(error instanceof AuthError) || error.status === 500) throw error;
  const failure = {
    error: OAUTH_NAMES[error.status] ?? "invalid_request",
    error_code: error.code,
    error_description: error.message,
  };
  const withHash = withFragment(target, { ...failure, sb: "" });
  return c.redirect(inQuery ? withQuery(withHash, failure) : withHash, 303);
}
