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

/** What the forms of the account and of the checkout hold of it, as they accepted it. */
type ProfileValues = Record<"firstName" | "lastName" | "phone" | "address" | "city" | "postalCode", string>;

export const PROFILE_COLUMNS = "email,first_name,last_name,phone,address,city,postal_code";

/** How a customer is called; the profile is null while it is not known. */
export function displayName(profile: Pick<Profile, "first_name"> | null, email: string): string {
  return profile?.first_name?.trim() || email.split("@")[0] || "Utilisateur";
}

/** The columns that an accepted form fills; what was left empty is absent. */
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
