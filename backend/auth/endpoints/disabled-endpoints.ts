/**
 * Endpoints that this service does not offer: sign-in by SAML, by a wallet or by a passkey, and the OAuth
 * server. They reject requests as Supabase Auth does where these features are disabled.
 */
import type { Endpoint } from "#backend/auth/endpoint.ts";
import { AuthError, type ErrorCode } from "#backend/auth/errors.ts";

function createDisabledEndpoint(status: number, code: ErrorCode, message: string): Endpoint {
  return async () => {
    throw new AuthError(status, code, message);
  };
}

export const saml = createDisabledEndpoint(404, "saml_provider_disabled", "SAML 2.0 is disabled");
export const web3 = createDisabledEndpoint(422, "web3_provider_disabled", "Web3 provider is disabled");
export const passkeys = createDisabledEndpoint(404, "passkey_disabled", "Passkeys are disabled");
export const oauthServer = createDisabledEndpoint(404, "feature_disabled", "OAuth server is disabled");
export const customProviders = createDisabledEndpoint(
  404,
  "feature_disabled",
  "Custom OAuth providers are disabled",
);
