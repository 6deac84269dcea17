/**
 * The schema.org Product of a product page, for search results with price, stock and stars. It contains only
 * what the page shows: search engines penalize the rest. The shop stores no brands, so there is none.
 */

import type { ProductVariants } from "#app/features/catalog/variants/variant-choice.ts";
import type { JsonLd } from "#app/lib/pages/json-ld.ts";
import type { Product } from "./product.queries.ts";
import { listGalleryImages } from "./product-images.ts";

/** The fields of a published review. */
interface QuotedReview {
  rating: number;
  title: string | null;
  comment: string;
  name: string;
  created_at: string;
}

interface ProductJsonLdInput {
  product: Product;
  variants?: ProductVariants | null;
  /** The product's public URL; image URLs are made absolute against it. */
  url: string;
  shopName: string;
  /** Whole francs, for the whole order. */
  shippingFee: number;
  /** Newest first; only the first few are included. */
  reviews: readonly QuotedReview[];
}

const MAX_REVIEWS = 3;

export function productJsonLd({
  product,
  variants,
  url,
  shopName,
  shippingFee,
  reviews,
}: ProductJsonLdInput): JsonLd {
  const { name, description, reference, price, in_stock, rating, review_count } = product;
  const imageUrls = listGalleryImages(product).map((image) => new URL(image, url).href);
  return {
    "@context": "https://schema.org",
    "@type": "Product",
    name,
    description: description || undefined,
    sku: reference || undefined,
    category: product.category?.name,
    image: imageUrls.length > 0 ? imageUrls : undefined,
    offers: {
      ...(variants
        ? {
            "@type": "AggregateOffer",
            lowPrice: price,
            highPrice: variants.highestPrice,
            offerCount: variants.count,
          }
        : { "@type": "Offer", price }),
      url,
      priceCurrency: "XOF",
      availability: `https://schema.org/${in_stock ? "InStock" : "OutOfStock"}`,
      itemCondition: "https://schema.org/NewCondition",
      seller: { "@type": "Organization", name: shopName },
      shippingDetails: {
        "@type": "OfferShippingDetails",
        shippingRate: { "@type": "MonetaryAmount", value: shippingFee, currency: "XOF" },
        shippingDestination: { "@type": "DefinedRegion", addressCountry: "BF" },
      },
    },
    ...(review_count > 0 && {
      aggregateRating: { "@type": "AggregateRating", ratingValue: rating, reviewCount: review_count },
      review: reviews.slice(0, MAX_REVIEWS).map(toReviewJsonLd),
    }),
  };
}

function toReviewJsonLd({ rating, title, comment, name, created_at }: QuotedReview) {
  return {
    "@type": "Review",
    name: title || undefined,
    reviewBody: comment,
    reviewRating: { "@type": "Rating", ratingValue: rating },
    author: { "@type": "Person", name },
    datePublished: created_at.slice(0, 10),
  };
}
