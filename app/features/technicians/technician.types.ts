/**
 * The public data of a technician (`technician_profiles`); phone and e-mail are separate, and for
 * administrators only.
 */
import type { Database } from "#app/lib/supabase/database.types.ts";

type Profile = Database["public"]["Tables"]["technician_profiles"]["Row"];

/** The fields of a card. */
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

/** The fields of a technician's page. */
export type Technician = CardTechnician &
  Pick<Profile, "specialty_slug" | "experience" | "availability" | "satisfied_clients" | "has_phone">;

/** Null where the technician has none, and for users who may not read them. */
export interface TechnicianContacts {
  phone: string | null;
  email: string | null;
}
