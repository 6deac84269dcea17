/** What a provider's claims say about an account, in the words that accounts and identities have for it. */
import type { JsonObject } from "../body.ts";

export interface Profile {
  /** How the provider names the account. */
  subject: string;
  /** In lower case; null without one. */
  email: string | null;
  /** Whether the provider vouches for the address. */
  emailVerified: boolean;
  /** For the identity, and for the metadata of a new account. */
  data: JsonObject;
}

const MAX_LENGTH = 1000;

/** Passes over what is no text that the database can hold. The subject is empty where there is none. */
export function profileFrom(claims: Record<string, unknown>): Profile {
  const word = (name: string) => {
    const value = claims[name];
    return typeof value === "string" &&
      value.isWellFormed() &&
      !value.includes("\0") &&
      value.length <= MAX_LENGTH
      ? value
      : undefined;
  };
  const subject = word("sub") ?? "";
  const email = word("email")?.toLowerCase() ?? null;
  // Some providers write it as text.
  const emailVerified =
    email !== null && (claims.email_verified === true || claims.email_verified === "true");
  const [name, picture] = [word("name"), word("picture")];
  const said = {
    iss: word("iss"),
    name,
    full_name: name,
    given_name: word("given_name"),
    family_name: word("family_name"),
    preferred_username: word("preferred_username"),
    picture,
    avatar_url: picture,
    locale: word("locale"),
  };
  const data: JsonObject = {
    sub: subject,
    provider_id: subject,
    email_verified: emailVerified,
    phone_verified: false,
  };
  if (email) data.email = email;
  for (const [key, value] of Object.entries(said)) if (value !== undefined) data[key] = value;
  return { subject, email, emailVerified, data };
}
