/** A technician as their form knows them. */
import type { Database } from "../../../lib/database.types.ts";
import { formatPhone, normalizePhone } from "../../../lib/phone.ts";

type Profile = Database["public"]["Tables"]["technician_profiles"]["Row"];
type Contacts = Pick<Database["public"]["Tables"]["technician_contacts"]["Row"], "phone" | "email">;

/** Where their list is. */
export const TECHNICIANS = "/admin/technicians";

export type ListedTechnician = Pick<
  Profile,
  "id" | "name" | "slug" | "image" | "specialty" | "location" | "rating" | "review_count" | "verified_at"
>;

/** What is saved. */
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

/** With the moment that tells one edition from the next. */
export type StoredTechnician = TechnicianValues & Pick<Profile, "id" | "updated_at">;

/** The trades that the public directory filters by; any other is found by the search alone. */
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

/** What differs between two editions: the labels with the values of the second one. */
export function changedFields(
  before: TechnicianValues,
  now: TechnicianValues,
): { label: string; value: string }[] {
  const keys = Object.keys(technicianLabels).filter((key): key is keyof TechnicianValues => key in now);
  return keys
    .filter((key) => readable(before, key) !== readable(now, key))
    .map((key) => ({ label: technicianLabels[key], value: readable(now, key) || "vide" }));
}

/** The number as people read it, however it is written; empty for none. */
export function readablePhone(phone: string | null | undefined): string {
  return formatPhone(normalizePhone(phone ?? ""));
}

/** What people see of a value: nothing and empty are the same, and being verified is yes or no. */
function readable(values: TechnicianValues, key: keyof TechnicianValues): string {
  const value = values[key];
  if (key === "phone") return readablePhone(values.phone);
  return key === "verified_at" ? (value ? "oui" : "non") : String(value ?? "");
}
