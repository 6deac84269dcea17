/** Testimonials and technicians as rows. */

import { technicians } from "#supabase/seed/data/technicians.ts";
import { testimonials } from "#supabase/seed/data/testimonials.ts";
import type { Specialty } from "#supabase/seed/data/types.ts";
import { stableFraction, stableId, toSlug, typeset } from "#supabase/seed/derive.ts";
import type { Row } from "#supabase/seed/sql.ts";
import { demoNow } from "#supabase/seed/stocked-products.ts";

const DAY_MS = 86_400_000;

const specialtyNames: Record<Specialty, string> = {
  electricite: "Électricité",
  plomberie: "Plomberie",
  materiaux: "Matériaux",
  jardinage: "Jardinage",
};

/** Two weeks apart, with the first of the list as the newest. */
export function testimonialRows(): Row[] {
  return testimonials.map((testimonial, index) => ({
    id: stableId("testimonial", testimonial.name),
    name: testimonial.name,
    role: testimonial.role,
    content: typeset(testimonial.content),
    rating: testimonial.rating,
    avatar: `/pictures/client-${testimonial.portrait}-640.jpg`,
    created_at: new Date(demoNow - (3 + 14 * index) * DAY_MS).toISOString(),
  }));
}

export function technicianRows(): Row[] {
  return technicians.map((technician) => {
    const slug = toSlug(technician.name);
    return {
      id: stableId("technician", slug),
      name: technician.name,
      slug,
      specialty: specialtyNames[technician.specialty],
      specialty_slug: technician.specialty,
      image: `/pictures/technicien-${technician.portrait}-640.jpg`,
      description: typeset(technician.description),
      phone: technician.phone,
      email: `${slug.replaceAll("-", ".")}@exemple.bf`,
      experience: technician.experience,
      location: technician.location,
      availability: technician.availability,
      rating: technician.rating,
      review_count: technician.reviewCount,
      satisfied_clients: technician.satisfiedClients,
      verified_at: new Date(demoNow - Math.round((30 + 300 * stableFraction(slug)) * DAY_MS)).toISOString(),
    };
  });
}
