/** Maps a provider's claims to the fields of accounts and identities. */
import type { JsonObject } from "#backend/core/values/json.ts";

export interface Profile {
  /** The provider's id of the account. */
  subject: string;
  /** In lower case; null without one. */
  email: string | null;
  /** Whether the provider vouches for the address. */
  emailVerified: boolean;
  /** Data for the identity, and for the metadata of a new account. */
  data: JsonObject;
}

const MAX_LENGTH = 1000;

/** Ignores claims that are not storable text. The subject is empty when it is missing. */
export function parseProfile(claims: Record<string, unknown>): Profile {
  const getText = (name: string) => {
    const value = claims[name];
    return typeof value === "string" &&
      value.isWellFormed() &&
      !value.includes("\0") &&
      value.length <= MAX_LENGTH
      ? value
      : undefined;
  };
  const subject = getText("sub") ?? "";
  const email = getText("email")?.toLowerCase() ?? null;
  // Some providers send it as text.
  const emailVerified =
    email !== null && (claims.email_verified === true || claims.email_verified === "true");
  const [name, picture] = [getText("name"), getText("picture")];
  const claimed = {
    iss: getText("iss"),
    name,
    full_name: name,
    given_name: getText("given_name"),
    family_name: getText("family_name"),
    preferred_username: getText("preferred_username"),
    picture,
    avatar_url: picture,
    locale: getText("locale"),
  };
  const data: JsonObject = {
    sub: subject,
    provider_id: subject,
    email_verified: emailVerified,
    phone_verified: false,
  };
  if (email) data.email = email;
  for (const [key, value] of Object.entries(claimed)) if (value !== undefined) data[key] = value;
  return { subject, email, emailVerified, data };
}
