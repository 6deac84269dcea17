/** The profile of a customer. */
import { formatPhone } from "#app/lib/format/phone.ts";

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

/** The profile's values in the account and checkout forms; "" for what is missing. */
type ProfileValues = Record<"firstName" | "lastName" | "phone" | "address" | "city" | "postalCode", string>;

/** The customer's display name; the profile is null until it has loaded. */
export function getDisplayName(profile: Pick<Profile, "first_name"> | null, email: string): string {
  return profile?.first_name?.trim() || email.split("@")[0] || "Utilisateur";
}

/** The form values for a profile, with the phone number formatted for display. */
export function toProfileValues(profile: ProfileFields): ProfileValues {
  return {
    firstName: profile.first_name ?? "",
    lastName: profile.last_name ?? "",
    phone: formatPhone(profile.phone ?? ""),
    address: profile.address ?? "",
    city: profile.city ?? "",
    postalCode: profile.postal_code ?? "",
  };
}

/** The columns for validated form values; an empty address, city or postal code becomes null. */
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
