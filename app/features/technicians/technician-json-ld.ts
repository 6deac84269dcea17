/** The schema.org LocalBusiness of a technician: specialty, place and rating. Never phone or e-mail. */
import type { JsonLd } from "#app/lib/pages/json-ld.ts";
import type { Technician } from "./technician.types.ts";

/** The schema.org types of the specialties, by slug; others are a HomeAndConstructionBusiness. */
const SCHEMA_TYPES: Readonly<Record<string, string>> = {
  electricite: "Electrician",
  plomberie: "Plumber",
  materiaux: "GeneralContractor",
};

/** `url` is the profile's public URL; the image's URL is made absolute against it. */
export function technicianJsonLd(technician: Technician, url: string): JsonLd {
  const { name, description, image, location, specialty, specialty_slug, rating, review_count } = technician;
  return {
    "@context": "https://schema.org",
    "@type": SCHEMA_TYPES[specialty_slug] ?? "HomeAndConstructionBusiness",
    name,
    description,
    url,
    image: image ? new URL(image, url).href : undefined,
    knowsAbout: specialty,
    address: {
      "@type": "PostalAddress",
      addressLocality: location || undefined,
      addressCountry: "BF",
    },
    aggregateRating:
      review_count > 0
        ? { "@type": "AggregateRating", ratingValue: rating, reviewCount: review_count, bestRating: 5 }
        : undefined,
  };
}
