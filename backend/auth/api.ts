/** The whole route table of the auth service, with the guards of each route. */
import { Hono } from "hono";
import { deleteFactorAsAdmin, listFactorsAsAdmin, renameFactorAsAdmin } from "./admin/factors.ts";
import { generateLink } from "./admin/generate-link.ts";
import { invite } from "./admin/invite.ts";
import { listUsersAsAdmin } from "./admin/list-users.ts";
import { createUserAsAdmin, deleteUserAsAdmin, getUserAsAdmin, updateUserAsAdmin } from "./admin/users.ts";
import { authorize } from "./authorize.ts";
import { callback } from "./callback.ts";
import type { LimitGroup } from "./config.ts";
import type { AuthDeps, AuthEnv, CallerEndpoint, Endpoint } from "./endpoint.ts";
import { AuthError, errorResponse } from "./errors.ts";
import { challengeFactor } from "./factors/challenge.ts";
import { enrollFactor } from "./factors/enroll.ts";
import { unenrollFactor } from "./factors/unenroll.ts";
import { verifyFactor } from "./factors/verify.ts";
import * as guards from "./guards.ts";
import { health } from "./health.ts";
import { linkIdentity, unlinkIdentity } from "./identities.ts";
import { jwks } from "./jwks.ts";
import { logout } from "./logout.ts";
import { otp } from "./otp.ts";
import { reauthenticate } from "./reauthenticate.ts";
import { recover } from "./recover.ts";
import { resend } from "./resend.ts";
import { settings } from "./settings.ts";
import { signup } from "./signup.ts";
import * as switchedOff from "./switched-off.ts";
import { token } from "./token.ts";
import { idTokenGrant } from "./token-id-token.ts";
import { passwordGrant } from "./token-password.ts";
import { pkceGrant } from "./token-pkce.ts";
import { refreshGrant } from "./token-refresh.ts";
import { getUser, updateUser } from "./user.ts";
import { verifyByLink, verifyByPost } from "./verify.ts";

export function createApi(deps: AuthDeps): Hono<AuthEnv> {
  const limited = (group: LimitGroup, endpoint: Endpoint) => guards.limited(deps, group, endpoint);
  const authenticated = (endpoint: CallerEndpoint) => guards.authenticated(deps, endpoint);
  const identified = (endpoint: CallerEndpoint) => authenticated(guards.notAnonymous(endpoint));
  const { admin } = guards;

  const grants = new Map([
    ["password", limited("signIn", passwordGrant(deps))],
    ["refresh_token", limited("refresh", refreshGrant(deps))],
    ["pkce", limited("signIn", pkceGrant(deps))],
    ["web3", switchedOff.web3],
    ["id_token", limited("signIn", idTokenGrant(deps))],
  ]);

  const api = new Hono<AuthEnv>({ strict: false }).basePath("/auth/v1");
  api.use(guards.storable);
  api.get("/health", health);
  api.get("/settings", settings(deps));
  api.get("/.well-known/jwks.json", jwks(deps));

  // It limits itself: those without a name have a limit of their own.
  api.post("/signup", signup(deps));
  api.post("/token", token(grants));
  api.post("/otp", limited("send", otp(deps)));
  api.post("/magiclink", limited("send", otp(deps)));
  api.post("/recover", limited("send", recover(deps)));
  api.post("/resend", limited("send", resend(deps)));
  api.post("/verify", limited("verify", verifyByPost(deps)));
  api.get("/verify", limited("verify", verifyByLink(deps)));

  api.get("/authorize", limited("provider", authorize(deps)));
  api.get("/callback", limited("provider", callback(deps)));
  api.post("/callback", limited("provider", callback(deps)));

  api.get("/user", authenticated(getUser(deps)));
  api.post("/logout", authenticated(logout(deps)));
  api.put("/user", limited("user", authenticated(updateUser(deps))));
  api.get("/user/identities/authorize", limited("provider", authenticated(linkIdentity(deps))));
  api.delete("/user/identities/:identity_id", authenticated(unlinkIdentity(deps)));
  api.get("/reauthenticate", limited("send", authenticated(reauthenticate(deps))));

  api.post("/factors", limited("user", identified(enrollFactor(deps))));
  api.post("/factors/:factor_id/challenge", limited("factor", identified(challengeFactor(deps))));
  api.post("/factors/:factor_id/verify", limited("factor", identified(verifyFactor(deps))));
  api.delete("/factors/:factor_id", identified(unenrollFactor(deps)));

  api.post("/invite", admin(invite(deps)));
  api.post("/admin/generate_link", admin(generateLink(deps)));
  api.get("/admin/users", admin(listUsersAsAdmin(deps)));
  api.post("/admin/users", admin(createUserAsAdmin(deps)));
  api.get("/admin/users/:user_id", admin(getUserAsAdmin(deps)));
  api.put("/admin/users/:user_id", admin(updateUserAsAdmin(deps)));
  api.delete("/admin/users/:user_id", admin(deleteUserAsAdmin(deps)));
  api.get("/admin/users/:user_id/factors", admin(listFactorsAsAdmin(deps)));
  api.put("/admin/users/:user_id/factors/:factor_id", admin(renameFactorAsAdmin(deps)));
  api.delete("/admin/users/:user_id/factors/:factor_id", admin(deleteFactorAsAdmin(deps)));

  api.all("/sso/*", switchedOff.saml);
  api.all("/passkeys/*", switchedOff.passkeys);
  api.all("/oauth/*", switchedOff.oauthServer);
  api.get("/.well-known/oauth-authorization-server", switchedOff.oauthServer);
  api.all("/user/oauth/*", authenticated(switchedOff.oauthServer));
  api.all("/admin/oauth/*", admin(switchedOff.oauthServer));
  api.all("/admin/custom-providers/*", admin(switchedOff.customProviders));
  api.all("/admin/sso/*", admin(switchedOff.saml));

  api.notFound(() => {
    throw new AuthError(404, "not_found", "The requested path does not exist");
  });
  api.onError((error, c) => errorResponse(error, c.req.raw, deps.log));
  return api;
}
