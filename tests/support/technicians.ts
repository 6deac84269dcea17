/** Technicians for every kind of test that has the database. */
import { randomUUID } from "node:crypto";
import type { Sql } from "#backend/core/database/database.ts";

export interface NewTechnician {
  name?: string;
  slug?: string;
  specialty?: string;
  specialty_slug?: string;
  image?: string | null;
  description?: string;
  experience?: number | null;
  location?: string;
  availability?: string;
  rating?: number;
  review_count?: number;
  satisfied_clients?: number;
  verified_at?: string | null;
  phone?: string | null;
  email?: string | null;
}

export interface StoredTechnician {
  id: string;
  name: string;
  slug: string;
}

/** Inserts a technician, a plumber by default. */
export async function createTechnician(sql: Sql, values: NewTechnician = {}): Promise<StoredTechnician> {
  const id = randomUUID();
  const row = {
    id,
    name: "Ali Sanou",
    slug: `ali-sanou-${id}`,
    specialty: "Plomberie",
    specialty_slug: "plomberie",
    description: "Installe et répare.",
    ...values,
  };
  await sql`insert into technicians ${sql(row)}`;
  return { id, name: row.name, slug: row.slug };
}

/** The messages to a technician, the oldest first. */
export function listMessages(sql: Sql, { id }: { id: string }) {
  return sql<{ name: string; email: string; phone: string; message: string }[]>`
    select name, email, phone, message from messages where technician_id = ${id} order by created_at`;
}

/** The values of the contact form, by the labels of its fields. */
export const contactMessage = {
  Nom: "Awa Ouédraogo",
  Email: "awa@exemple.bf",
  Téléphone: "70 12 34 56",
  Message: "Une fuite sous l'évier, à Patte d'Oie.",
};
