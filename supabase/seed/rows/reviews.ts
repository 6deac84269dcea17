/** Product reviews as rows: the author and the date are derived from the product and the position. */

import { reviewAuthors } from "#supabase/seed/data/review-authors.ts";
import { electriciteReviews } from "#supabase/seed/data/reviews/electricite.ts";
import { jardinageReviews } from "#supabase/seed/data/reviews/jardinage.ts";
import { materiauxReviews } from "#supabase/seed/data/reviews/materiaux.ts";
import { outilsElectriquesReviews } from "#supabase/seed/data/reviews/outils-electriques.ts";
import { pendingReviews } from "#supabase/seed/data/reviews/pending.ts";
import { plomberieReviews } from "#supabase/seed/data/reviews/plomberie.ts";
import { quincaillerieReviews } from "#supabase/seed/data/reviews/quincaillerie.ts";
import type { Review, ReviewsByReference } from "#supabase/seed/data/types.ts";
import { stableFraction, stableId, toSlug, typeset } from "#supabase/seed/derive.ts";
import type { Row } from "#supabase/seed/sql.ts";
import { demoNow, type StockedProduct } from "#supabase/seed/stocked-products.ts";

const publishedReviews: ReviewsByReference = {
  ...outilsElectriquesReviews,
  ...materiauxReviews,
  ...plomberieReviews,
  ...electriciteReviews,
  ...quincaillerieReviews,
  ...jardinageReviews,
};

const VERIFIED_SHARE = 0.45;
/** Most reviews have no or few helpful votes. */
const HELPFUL_MAX = 15;
const DAY_MS = 86_400_000;

/** Throws when a review is for an unknown reference. */
export function reviewRows(products: StockedProduct[]): Row[] {
  const byReference = new Map(products.map((product) => [product.reference, product]));
  const rowsOf = (reviews: ReviewsByReference, isPublished: boolean) =>
    Object.entries(reviews).flatMap(([reference, list]) => {
      const product = byReference.get(reference);
      if (!product) throw new Error(`A review names ${reference}, which no product carries`);
      return list.map((review, index) => reviewRow(product, review, index, isPublished));
    });
  return [...rowsOf(publishedReviews, true), ...rowsOf(pendingReviews, false)];
}

function reviewRow(product: StockedProduct, review: Review, index: number, isPublished: boolean): Row {
  const [rating, comment, title] = review;
  const key = `${isPublished ? "review" : "waiting"}:${product.reference}:${index}`;
  const author = pickAuthor(product.reference, isPublished ? index : -1 - index);
  // Pending reviews are recent; the others are spread over the time since the product was received.
  const oldest = isPublished ? product.receivedAt : Math.max(product.receivedAt, demoNow - 4 * DAY_MS);
  return {
    id: stableId("review", key),
    product_id: product.id,
    rating,
    title: title ?? null,
    comment: typeset(comment),
    name: author,
    email: `${toSlug(author).replaceAll("-", ".")}@exemple.bf`,
    is_verified: isPublished && stableFraction(`verified:${key}`) < VERIFIED_SHARE,
    is_published: isPublished,
    helpful_count: isPublished ? Math.floor(HELPFUL_MAX * stableFraction(`helpful:${key}`) ** 3) : 0,
    created_at: new Date(demoNow - Math.round((demoNow - oldest) * stableFraction(key))).toISOString(),
  };
}

/** No two reviews of one product have the same author: 37 shares no factor with the number of authors. */
function pickAuthor(reference: string, index: number): string {
  const start = Math.floor(stableFraction(`author:${reference}`) * reviewAuthors.length);
  return reviewAuthors.at((start + 37 * index) % reviewAuthors.length) ?? "";
}
