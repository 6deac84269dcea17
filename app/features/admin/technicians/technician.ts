/** A technician in its form. */

import { formatPhone, normalizePhone } from "#app/lib/format/phone.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";

type Profile = Database["public"]["Tables"]["technician_profiles"]["Row"];
type Contacts = Pick<Database["public"]["Tables"]["technician_contacts"]["Row"], "phone" | "email">;

/** The path of the list. */
export const TECHNICIANS_PATH = "/admin/technicians";

export type ListedTechnician = Pick<
  Profile,
  "id" | "name" | "slug" | "image" | "specialty" | "location" | "rating" | "review_count" | "verified_at"
>;

/** The saved values. */
export type TechnicianValues = Contacts &
  Pick<
    Profile,
    | "name"
    | "slug"
    | "specialty"
    | "specialty_slug"
    | "image"
    | "description"
    | "experience"
    | "location"
    | "availability"
    | "rating"
    | "review_count"
    | "satisfied_clients"
    | "verified_at"
  >;

/** `updated_at` identifies the version. */
export type StoredTechnician = TechnicianValues & Pick<Profile, "id" | "updated_at">;

/** The filters of the public directory; other specialties are found by the search only. */
export const knownSpecialties: readonly { name: string; slug: string }[] = [
  { name: "Électricité", slug: "electricite" },
  { name: "Plomberie", slug: "plomberie" },
  { name: "Matériaux", slug: "materiaux" },
  { name: "Jardinage", slug: "jardinage" },
];

/** In the order of the form. */
export const technicianLabels: Readonly<Record<keyof TechnicianValues, string>> = {
  name: "Nom",
  slug: "Slug",
  specialty: "Spécialité",
  specialty_slug: "Slug de spécialité",
  experience: "Expérience (années)",
  description: "Description",
  phone: "Téléphone",
  email: "Email",
  location: "Localisation",
  availability: "Disponibilité",
  image: "URL de l'image",
  rating: "Note (0 à 5)",
  review_count: "Nombre d'avis",
  satisfied_clients: "Clients satisfaits",
  verified_at: "Technicien vérifié",
};

/** The differences between two versions: the labels with the values of the second one. */
export function diffTechnicians(
  before: TechnicianValues,
  now: TechnicianValues,
): { label: string; value: string }[] {
  const keys = Object.keys(technicianLabels).filter((key): key is keyof TechnicianValues => key in now);
  return keys
    .filter((key) => formatField(before, key) !== formatField(now, key))
    .map((key) => ({ label: technicianLabels[key], value: formatField(now, key) || "vide" }));
}

/** The formatted number, whatever its stored notation; empty for none. */
export function formatStoredPhone(phone: string | null | undefined): string {
  return formatPhone(normalizePhone(phone ?? ""));
}

/** The displayed text of a value: null and empty are the same, and verified is yes or no. */
function formatField(values: TechnicianValues, key: keyof TechnicianValues): string {
  const value = values[key];
  if (key === "phone") return formatStoredPhone(values.phone);
  return key === "verified_at" ? (value ? "oui" : "non") : String(value ?? "");
}
