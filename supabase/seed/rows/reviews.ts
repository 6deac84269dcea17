/** Product reviews as rows: who signs them and when they were written follows from the product and the position. */
import { now, type StockedProduct } from "../catalogue.ts";
import { reviewAuthors } from "../data/review-authors.ts";
import { electriciteReviews } from "../data/reviews/electricite.ts";
import { jardinageReviews } from "../data/reviews/jardinage.ts";
import { materiauxReviews } from "../data/reviews/materiaux.ts";
import { outilsElectriquesReviews } from "../data/reviews/outils-electriques.ts";
import { plomberieReviews } from "../data/reviews/plomberie.ts";
import { quincaillerieReviews } from "../data/reviews/quincaillerie.ts";
import { waitingReviews } from "../data/reviews/waiting.ts";
import type { Review, ReviewsByReference } from "../data/types.ts";
import { slugOf, stableFraction, stableId, typeset } from "../derive.ts";
import type { Row } from "../sql.ts";

const published: ReviewsByReference = {
  ...outilsElectriquesReviews,
  ...materiauxReviews,
  ...plomberieReviews,
  ...electriciteReviews,
  ...quincaillerieReviews,
  ...jardinageReviews,
};

const VERIFIED_SHARE = 0.45;
/** Most reviews are found useful by nobody or a few. */
const HELPFUL_MAX = 15;
const DAY = 86_400_000;

/** Throws when a review names a reference that no product has. */
export function reviewRows(products: StockedProduct[]): Row[] {
  const byReference = new Map(products.map((product) => [product.reference, product]));
  const rowsOf = (reviews: ReviewsByReference, isPublished: boolean) =>
    Object.entries(reviews).flatMap(([reference, list]) => {
      const product = byReference.get(reference);
      if (!product) throw new Error(`A review names ${reference}, which no product carries`);
      return list.map((review, index) => reviewRow(product, review, index, isPublished));
    });
  return [...rowsOf(published, true), ...rowsOf(waitingReviews, false)];
}

function reviewRow(product: StockedProduct, review: Review, index: number, isPublished: boolean): Row {
  const [rating, comment, title] = review;
  const key = `${isPublished ? "review" : "waiting"}:${product.reference}:${index}`;
  const author = authorOf(product.reference, isPublished ? index : -1 - index);
  // What waits for an administrator is recent; the rest spreads over the time that the product was on sale.
  const oldest = isPublished ? product.receivedAt : Math.max(product.receivedAt, now - 4 * DAY);
  return {
    id: stableId("review", key),
    product_id: product.id,
    rating,
    title: title ?? null,
    comment: typeset(comment),
    name: author,
    email: `${slugOf(author).replaceAll("-", ".")}@exemple.bf`,
    is_verified: isPublished && stableFraction(`verified:${key}`) < VERIFIED_SHARE,
    is_published: isPublished,
    helpful_count: isPublished ? Math.floor(HELPFUL_MAX * stableFraction(`helpful:${key}`) ** 3) : 0,
    created_at: new Date(now - Math.round((now - oldest) * stableFraction(key))).toISOString(),
  };
}

/** No two reviews of one product have the same author: 37 shares no factor with the number of authors. */
function authorOf(reference: string, index: number): string {
  const start = Math.floor(stableFraction(`author:${reference}`) * reviewAuthors.length);
  return reviewAuthors.at((start + 37 * index) % reviewAuthors.length) ?? "";
}
