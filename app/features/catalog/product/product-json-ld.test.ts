import { expect, it } from "vitest";
import type { Product } from "./product.queries.ts";
import { productJsonLd } from "./product-json-ld.ts";

const product: Product = {
  id: "1",
  name: "Meuleuse",
  slug: "meuleuse",
  description: "Pour couper le fer.",
  price: 45_000,
  old_price: null,
  discount: null,
  lowest_price: null,
  has_price_rules: false,
  image: "/pictures/meuleuse-1-640.jpg",
  accessories: [],
  images: [
    { image_url: "/pictures/meuleuse-1-640.jpg", is_primary: true },
    { image_url: "https://ailleurs.example/2.jpg", is_primary: false },
  ],
  rating: 4.5,
  review_count: 4,
  brand_key: null,
  brand: "Prokraft",
  is_new: false,
  stock: 3,
  in_stock: true,
  reference: "PRO-1",
  features: [],
  specifications: {},
  links: [],
  attributes: {},
  more_info_url: null,
  updated_at: "2026-11-20T10:00:00+00:00",
  has_variants: false,
  unit: "piece",
  step_size: 1,
  minimum_quantity: 1,
  content_size: null,
  content_unit: null,
  calculator: null,
  category: { id: "2", name: "Outils électriques", slug: "outils-electriques" },
};
const page = {
  product,
  url: "https://yaare.bf/product/meuleuse",
  shopName: "Yaaré",
  shippingFee: 2000,
  reviews: [],
};

it("describes the product, its price and its availability", () => {
  expect(productJsonLd(page)).toMatchObject({
    "@context": "https://schema.org",
    "@type": "Product",
    name: "Meuleuse",
    sku: "PRO-1",
    category: "Outils électriques",
    image: ["https://yaare.bf/pictures/meuleuse-1-640.jpg", "https://ailleurs.example/2.jpg"],
    offers: {
      "@type": "Offer",
      url: "https://yaare.bf/product/meuleuse",
      price: 45_000,
      priceCurrency: "XOF",
      availability: "https://schema.org/InStock",
      shippingDetails: { shippingRate: { value: 2000, currency: "XOF" } },
    },
  });
  const soldOut = productJsonLd({ ...page, product: { ...product, in_stock: false } });
  expect(soldOut).toMatchObject({ offers: { availability: "https://schema.org/OutOfStock" } });
});

it("names the lowest and the highest price of a product with variants", () => {
  const variants = {
    options: [],
    variants: [],
    isComplete: true,
    totals: [],
    count: 4,
    highestPrice: 60_000,
  };
  expect(productJsonLd({ ...page, variants }).offers).toMatchObject({
    "@type": "AggregateOffer",
    lowPrice: 45_000,
    highPrice: 60_000,
    offerCount: 4,
  });
});

it("contains the newest three reviews", () => {
  const reviews = ["Ali", "Awa", "Issa", "Paul"].map((name) => ({
    name,
    rating: 4,
    title: null,
    comment: "Elle coupe bien.",
    created_at: "2026-11-20T10:00:00+00:00",
  }));
  const { aggregateRating, review } = productJsonLd({ ...page, reviews });
  expect(aggregateRating).toEqual({ "@type": "AggregateRating", ratingValue: 4.5, reviewCount: 4 });
  expect(review).toHaveLength(3);
  expect(review).toContainEqual({
    "@type": "Review",
    name: undefined,
    reviewBody: "Elle coupe bien.",
    reviewRating: { "@type": "Rating", ratingValue: 4 },
    author: { "@type": "Person", name: "Awa" },
    datePublished: "2026-11-20",
  });
});

it("omits unknown properties", () => {
  const bare = {
    ...product,
    image: null,
    accessories: [],
    images: [],
    reference: null,
    description: "",
    category: null,
  };
  const text = JSON.stringify(productJsonLd({ ...page, product: { ...bare, rating: 0, review_count: 0 } }));
  for (const key of ["image", "sku", "description", "category", "aggregateRating", "review", "brand"]) {
    expect(text).not.toContain(`"${key}":`);
  }
});
