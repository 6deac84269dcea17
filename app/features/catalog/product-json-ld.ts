/**
 * A product in schema.org's words, for search engines that show price, stock and stars in their results. Only what
 * the page shows too: engines punish the rest. There is no brand among the shop's facts, so none is named.
 */
import type { JsonLd } from "../../lib/json-ld.ts";
import type { Product } from "./catalog.types.ts";
import { galleryPictures } from "./product-pictures.ts";

/** What is said of a published review. */
interface QuotedReview {
  rating: number;
  title: string | null;
  comment: string;
  name: string;
  created_at: string;
}

interface ProductPageFacts {
  product: Product;
  /** The product's public address; pictures are made absolute against it. */
  url: string;
  shopName: string;
  /** Whole francs, for the whole order. */
  shippingFee: number;
  /** Newest first; the first few are quoted. */
  reviews: readonly QuotedReview[];
}

const REVIEWS_QUOTED = 3;

export function productJsonLd({ product, url, shopName, shippingFee, reviews }: ProductPageFacts): JsonLd {
  const { name, description, reference, price, stock, rating, review_count } = product;
  const pictures = galleryPictures(product).map((picture) => new URL(picture, url).href);
  return {
    "@context": "https://schema.org",
    "@type": "Product",
    name,
    description: description || undefined,
    sku: reference || undefined,
    category: product.category?.name,
    image: pictures.length > 0 ? pictures : undefined,
    offers: {
      "@type": "Offer",
      url,
      price,
      priceCurrency: "XOF",
      availability: `https://schema.org/${stock > 0 ? "InStock" : "OutOfStock"}`,
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
      review: reviews.slice(0, REVIEWS_QUOTED).map(quote),
    }),
  };
}

function quote({ rating, title, comment, name, created_at }: QuotedReview) {
  return {
    "@type": "Review",
    name: title || undefined,
    reviewBody: comment,
    reviewRating: { "@type": "Rating", ratingValue: rating },
    author: { "@type": "Person", name },
    datePublished: created_at.slice(0, 10),
  };
}
