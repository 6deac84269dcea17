/** The complete route table of the auth service, with the guards of each route. */
import { Hono } from "hono";
import type { LimitName } from "#backend/core/limits/process-limits.ts";
import { deleteFactorAsAdmin, listFactorsAsAdmin, renameFactorAsAdmin } from "./admin/factors.ts";
import { generateLink } from "./admin/generate-link.ts";
import { invite } from "./admin/invite.ts";
import { listUsersAsAdmin } from "./admin/list-users.ts";
import { createUserAsAdmin, deleteUserAsAdmin, getUserAsAdmin, updateUserAsAdmin } from "./admin/users.ts";
import type { AuthDeps, AuthEnv, CallerEndpoint, Endpoint } from "./endpoint.ts";
import { authorize } from "./endpoints/authorize.ts";
import { callback } from "./endpoints/callback.ts";
import * as disabledEndpoints from "./endpoints/disabled-endpoints.ts";
import { health } from "./endpoints/health.ts";
import { linkIdentity, unlinkIdentity } from "./endpoints/identities.ts";
import { jwks } from "./endpoints/jwks.ts";
import { logout } from "./endpoints/logout.ts";
import { otp } from "./endpoints/otp.ts";
import { reauthenticate } from "./endpoints/reauthenticate.ts";
import { recover } from "./endpoints/recover.ts";
import { resend } from "./endpoints/resend.ts";
import { settings } from "./endpoints/settings.ts";
import { signup } from "./endpoints/signup.ts";
import { token } from "./endpoints/token.ts";
import { getUser, updateUser } from "./endpoints/user.ts";
import { verifyByLink, verifyByPost } from "./endpoints/verify.ts";
import { AuthError, createErrorResponse } from "./errors.ts";
import { challengeFactor } from "./factors/challenge.ts";
import { enrollFactor } from "./factors/enroll.ts";
import { unenrollFactor } from "./factors/unenroll.ts";
import { verifyFactor } from "./factors/verify.ts";
import { idTokenGrant } from "./grants/id-token-grant.ts";
import { passwordGrant } from "./grants/password-grant.ts";
import { pkceGrant } from "./grants/pkce-grant.ts";
import { refreshGrant } from "./grants/refresh-grant.ts";
import * as guards from "./guards.ts";
import { withRecentSignIn } from "./sessions/recent-sign-in.ts";

export function createApi(deps: AuthDeps): Hono<AuthEnv> {
  const rateLimited = (limit: LimitName, endpoint: Endpoint) => guards.withRateLimit(deps, limit, endpoint);
  const userOnly = (endpoint: CallerEndpoint) => guards.requireUser(deps, endpoint);
  const registeredUserOnly = (endpoint: CallerEndpoint) => userOnly(guards.rejectAnonymous(endpoint));
  const recentUserOnly = (endpoint: CallerEndpoint) => userOnly(withRecentSignIn(deps, endpoint));
  const { requireServiceRole } = guards;

  const grants = new Map([
    ["password", passwordGrant(deps)],
    ["refresh_token", rateLimited("session_refresh", refreshGrant(deps))],
    ["pkce", rateLimited("sign_in", pkceGrant(deps))],
    ["web3", disabledEndpoints.web3],
    ["id_token", rateLimited("sign_in", idTokenGrant(deps))],
  ]);

  const api = new Hono<AuthEnv>({ strict: false }).basePath("/auth/v1");
  api.use(guards.rejectNulBytes);
  api.get("/health", health);
  api.get("/settings", settings(deps));
  api.get("/.well-known/jwks.json", jwks(deps));

  // The endpoint applies its own rate limit: anonymous sign-ups have a separate one.
  api.post("/signup", signup(deps));
  api.post("/token", token(grants));
  api.post("/otp", rateLimited("account_mail", otp(deps)));
  api.post("/magiclink", rateLimited("account_mail", otp(deps)));
  api.post("/recover", rateLimited("account_mail", recover(deps)));
  api.post("/resend", rateLimited("account_mail", resend(deps)));
  api.post("/verify", rateLimited("code_check", verifyByPost(deps)));
  api.get("/verify", rateLimited("code_check", verifyByLink(deps)));

  api.get("/authorize", rateLimited("provider_sign_in", authorize(deps)));
  api.get("/callback", rateLimited("provider_sign_in", callback(deps)));
  api.post("/callback", rateLimited("provider_sign_in", callback(deps)));

  api.get("/user", userOnly(getUser(deps)));
  api.post("/logout", userOnly(logout(deps)));
  api.put("/user", rateLimited("account_change", userOnly(updateUser(deps))));
  api.get("/user/identities/authorize", rateLimited("provider_sign_in", recentUserOnly(linkIdentity(deps))));
  api.delete("/user/identities/:identity_id", recentUserOnly(unlinkIdentity(deps)));
  api.get("/reauthenticate", rateLimited("account_mail", userOnly(reauthenticate(deps))));

  api.post(
    "/factors",
    rateLimited("account_change", registeredUserOnly(withRecentSignIn(deps, enrollFactor(deps)))),
  );
  api.post(
    "/factors/:factor_id/challenge",
    rateLimited("factor_check", registeredUserOnly(challengeFactor(deps))),
  );
  api.post("/factors/:factor_id/verify", rateLimited("factor_check", registeredUserOnly(verifyFactor(deps))));
  api.delete("/factors/:factor_id", registeredUserOnly(unenrollFactor(deps)));

  api.post("/invite", requireServiceRole(invite(deps)));
  api.post("/admin/generate_link", requireServiceRole(generateLink(deps)));
  api.get("/admin/users", requireServiceRole(listUsersAsAdmin(deps)));
  api.post("/admin/users", requireServiceRole(createUserAsAdmin(deps)));
  api.get("/admin/users/:user_id", requireServiceRole(getUserAsAdmin(deps)));
  api.put("/admin/users/:user_id", requireServiceRole(updateUserAsAdmin(deps)));
  api.delete("/admin/users/:user_id", requireServiceRole(deleteUserAsAdmin(deps)));
  api.get("/admin/users/:user_id/factors", requireServiceRole(listFactorsAsAdmin(deps)));
  api.put("/admin/users/:user_id/factors/:factor_id", requireServiceRole(renameFactorAsAdmin(deps)));
  api.delete("/admin/users/:user_id/factors/:factor_id", requireServiceRole(deleteFactorAsAdmin(deps)));

  api.all("/sso/*", disabledEndpoints.saml);
  api.all("/passkeys/*", disabledEndpoints.passkeys);
  api.all("/oauth/*", disabledEndpoints.oauthServer);
  api.get("/.well-known/oauth-authorization-server", disabledEndpoints.oauthServer);
  api.all("/user/oauth/*", userOnly(disabledEndpoints.oauthServer));
  api.all("/admin/oauth/*", requireServiceRole(disabledEndpoints.oauthServer));
  api.all("/admin/custom-providers/*", requireServiceRole(disabledEndpoints.customProviders));
  api.all("/admin/sso/*", requireServiceRole(disabledEndpoints.saml));

  api.notFound(() => {
    throw new AuthError(404, "not_found", "The requested path does not exist");
  });
  api.onError((error, c) => {
    deps.refusals.add(error, { ip: c.env.ip, path: c.req.path });
    return createErrorResponse(error, c.req.raw, deps.log);
  });
  return api;
}
