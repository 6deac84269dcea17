/** A technician as everyone may know them; phone and e-mail are apart, and for administrators alone. */
import type { Database } from "../../lib/database.types.ts";

type Profile = Database["public"]["Tables"]["technician_profiles"]["Row"];

/** What a card shows. */
export type CardTechnician = Pick<
  Profile,
  | "id"
  | "name"
  | "slug"
  | "specialty"
  | "image"
  | "description"
  | "location"
  | "rating"
  | "review_count"
  | "verified_at"
>;

export type Technician = CardTechnician &
  Pick<Profile, "specialty_slug" | "experience" | "availability" | "satisfied_clients" | "has_phone">;

/** Null where the technician has none, and for whoever may not know. */
export interface TechnicianContacts {
  phone: string | null;
  email: string | null;
}
