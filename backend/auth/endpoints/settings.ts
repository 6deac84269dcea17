/** GET /settings: the sign-in methods that are available. */
import type { AuthDeps, Endpoint } from "#backend/auth/endpoint.ts";

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
  const { settings } = deps;
  const absent = Object.fromEntries(PROVIDERS.map((provider) => [provider, false]));
  const present = Object.fromEntries(settings.providers.map(({ name }) => [name, true]));
  const builtIn = {
    email: settings.emailEnabled,
    phone: settings.phoneEnabled,
    anonymous_users: settings.anonymousEnabled,
  };
  return async () =>
    Response.json({
      external: { ...absent, ...present, ...builtIn },
      disable_signup: !settings.signupEnabled,
      mailer_autoconfirm: settings.autoconfirm,
      phone_autoconfirm: settings.phoneAutoconfirm,
      sms_provider: settings.sms ? "http" : "",
      saml_enabled: false,
      saml_private_key_next_configured: false,
      passkeys_enabled: false,
    });
}
