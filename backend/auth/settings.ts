/** GET /settings: what a sign-in form may offer. */
import type { AuthDeps, Endpoint } from "./endpoint.ts";

const PROVIDERS = [
  [
    "anonymous_users",
    "apple",
    "azure",
    "bitbucket",
    "discord",
    "facebook",
    "figma",
    "fly",
    "github",
    "gitlab",
  ],
  ["google", "kakao", "keycloak", "linkedin", "linkedin_oidc", "notion", "phone", "slack", "slack_oidc"],
  ["snapchat", "spotify", "twitch", "twitter", "workos", "zoom"],
].flat();

export function settings(deps: AuthDeps): Endpoint {
  const absent = Object.fromEntries(PROVIDERS.map((provider) => [provider, false]));
  return async () =>
    Response.json({
      external: { ...absent, email: true },
      disable_signup: !deps.settings.signupEnabled,
      mailer_autoconfirm: deps.settings.autoconfirm,
      phone_autoconfirm: false,
      sms_provider: "",
      saml_enabled: false,
      saml_private_key_next_configured: false,
      passkeys_enabled: false,
    });
}
