import { expect, it } from "vitest";
import type { Technician } from "./technician.types.ts";
import { technicianJsonLd } from "./technician-json-ld.ts";

const ali: Technician = {
  id: "1",
  name: "Ali Sanou",
  slug: "ali-sanou",
  specialty: "Plomberie",
  specialty_slug: "plomberie",
  image: "/pictures/technicien-1-640.jpg",
  description: "Dépannage",
  location: "Kaya",
  rating: 4.5,
  review_count: 12,
  verified_at: null,
  experience: 3,
  availability: "",
  satisfied_clients: 100,
  has_phone: true,
};
const URL_OF_ALI = "https://yaare.bf/technician/ali-sanou";

it("describes the trade, the place, the image and the rating", () => {
  expect(technicianJsonLd(ali, URL_OF_ALI)).toEqual({
    "@context": "https://schema.org",
    "@type": "Plumber",
    name: "Ali Sanou",
    description: "Dépannage",
    url: URL_OF_ALI,
    image: "https://yaare.bf/pictures/technicien-1-640.jpg",
    knowsAbout: "Plomberie",
    address: { "@type": "PostalAddress", addressLocality: "Kaya", addressCountry: "BF" },
    aggregateRating: { "@type": "AggregateRating", ratingValue: 4.5, reviewCount: 12, bestRating: 5 },
  });
});

it("omits a rating without reviews, and falls back to a general type", () => {
  const gardener = { ...ali, specialty_slug: "jardinage", review_count: 0, image: null };
  const jsonLd = technicianJsonLd(gardener, URL_OF_ALI);
  expect(jsonLd["@type"]).toBe("HomeAndConstructionBusiness");
  expect(jsonLd.aggregateRating).toBeUndefined();
  expect(jsonLd.image).toBeUndefined();
});
