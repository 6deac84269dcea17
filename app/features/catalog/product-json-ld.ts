/** A product in schema.org's words, for search engines that show price and stars in their results. */
import type { Product } from "./catalog.types.ts";

export interface ProductJsonLd {
  "@context": "https://schema.org";
  "@type": "Product";
  [property: string]: unknown;
}

/** `url` is the product's public address; pictures are made absolute against it. */
export function productJsonLd(product: Product, url: string): ProductJsonLd {
  const { name, description, image, reference, price, stock, rating, review_count } = product;
  return {
    "@context": "https://schema.org",
    "@type": "Product",
    name,
    description: description ?? undefined,
    sku: reference ?? undefined,
    image: image ? new URL(image, url).href : undefined,
    offers: {
      "@type": "Offer",
      url,
      price,
      priceCurrency: "XOF",
      availability: `https://schema.org/${stock > 0 ? "InStock" : "OutOfStock"}`,
    },
    aggregateRating:
      review_count > 0
        ? { "@type": "AggregateRating", ratingValue: rating, reviewCount: review_count }
        : undefined,
  };
}
