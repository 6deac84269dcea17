/** The profile of a customer, as the forms know it. */
export interface Profile extends ProfileFields {
  /** Follows the account's; null for an account without one. */
  email: string | null;
}

/** What the customer writes. */
export interface ProfileFields {
  first_name: string | null;
  last_name: string | null;
  phone: string | null;
  address: string | null;
  city: string | null;
  postal_code: string | null;
}

export const PROFILE_COLUMNS = "email,first_name,last_name,phone,address,city,postal_code";

/** How a customer is called; the profile is null while it is not known. */
export function displayName(profile: Pick<Profile, "first_name"> | null, email: string): string {
  return profile?.first_name?.trim() || email.split("@")[0] || "Utilisateur";
}
