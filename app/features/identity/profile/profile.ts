/** The profile of a customer. */
export interface Profile extends ProfileFields {
  /** Copied from the account; null for an account without an e-mail. */
  email: string | null;
}

/** The fields that the customer edits. */
export interface ProfileFields {
  first_name: string | null;
  last_name: string | null;
  phone: string | null;
  address: string | null;
  city: string | null;
  postal_code: string | null;
}

/** The profile's values in the account and checkout forms, after validation. */
type ProfileValues = Record<"firstName" | "lastName" | "phone" | "address" | "city" | "postalCode", string>;

export const PROFILE_COLUMNS = "email,first_name,last_name,phone,address,city,postal_code";

/** The customer's display name; the profile is null until it has loaded. */
export function displayName(profile: Pick<Profile, "first_name"> | null, email: string): string {
  return profile?.first_name?.trim() || email.split("@")[0] || "Utilisateur";
}

/** The columns for a validated form; empty values become null. */
export function toProfileFields(values: ProfileValues): ProfileFields {
  const { firstName, lastName, phone, address, city, postalCode } = values;
  return {
    first_name: firstName,
    last_name: lastName,
    phone,
    address: address || null,
    city: city || null,
    postal_code: postalCode || null,
  };
}
