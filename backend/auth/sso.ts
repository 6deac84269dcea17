/** POST /sso: single sign-on by SAML is not part of this service, and is refused as Supabase Auth does without it. */
import { AuthError } from "./errors.ts";

export async function sso(): Promise<Response> {
  throw new AuthError(404, "saml_provider_disabled", "SAML 2.0 is disabled");
}
