/** Testimonials and technicians as rows. */
import { now } from "../catalogue.ts";
import { technicians } from "../data/technicians.ts";
import { testimonials } from "../data/testimonials.ts";
import type { Specialty } from "../data/types.ts";
import { slugOf, stableFraction, stableId, typeset } from "../derive.ts";
import type { Row } from "../sql.ts";

const DAY = 86_400_000;

const specialtyNames: Record<Specialty, string> = {
  electricite: "Électricité",
  plomberie: "Plomberie",
  materiaux: "Matériaux",
  jardinage: "Jardinage",
};

/** A fortnight apart, the first of the list being the newest. */
export function testimonialRows(): Row[] {
  return testimonials.map((testimonial, index) => ({
    id: stableId("testimonial", testimonial.name),
    name: testimonial.name,
    role: testimonial.role,
    content: typeset(testimonial.content),
    rating: testimonial.rating,
    avatar: `/pictures/client-${testimonial.portrait}-640.jpg`,
    created_at: new Date(now - (3 + 14 * index) * DAY).toISOString(),
  }));
}

export function technicianRows(): Row[] {
  return technicians.map((technician) => {
    const slug = slugOf(technician.name);
    return {
      id: stableId("technician", slug),
      name: technician.name,
      slug,
      specialty: specialtyNames[technician.specialty],
      specialty_slug: technician.specialty,
      image: `/pictures/technicien-${technician.picture}-640.jpg`,
      description: typeset(technician.description),
      phone: technician.phone,
      email: `${slug.replaceAll("-", ".")}@exemple.bf`,
      experience: technician.experience,
      location: technician.location,
      availability: technician.availability,
      rating: technician.rating,
      review_count: technician.reviewCount,
      satisfied_clients: technician.satisfiedClients,
      verified_at: new Date(now - Math.round((30 + 300 * stableFraction(slug)) * DAY)).toISOString(),
    };
  });
}
