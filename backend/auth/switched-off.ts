/**
 * What is not part of this service: signing in by SAML, by a wallet or by a passkey, and being a provider for others.
 * Their addresses refuse as Supabase Auth does where they are switched off.
 */
import type { Endpoint } from "./endpoint.ts";
import { AuthError, type ErrorCode } from "./errors.ts";

function refused(status: number, code: ErrorCode, message: string): Endpoint {
  return async () => {
    throw new AuthError(status, code, message);
  };
}

export const saml = refused(404, "saml_provider_disabled", "SAML 2.0 is disabled");
export const web3 = refused(422, "web3_provider_disabled", "Web3 provider is disabled");
export const passkeys = refused(404, "passkey_disabled", "Passkeys are disabled");
export const oauthServer = refused(404, "feature_disabled", "OAuth server is disabled");
export const customProviders = refused(404, "feature_disabled", "Custom OAuth providers are disabled");
