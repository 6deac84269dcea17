/** The mutations of reviews, review links and votes. */

import { LIMIT_REACHED, UNIQUE_VIOLATION } from "#app/lib/supabase/error-codes.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { ReviewValues } from "./review.schema.ts";

/** After this time the response counts as lost; the same review can be sent again without a duplicate. */
const TIMEOUT_MS = 30_000;

/** The subject of a review: a product, and its order and the link's token when the review comes from a link. */
export interface ReviewSubject {
  productId: string;
  request: { orderId: string; token: string } | null;
}

/** `published` at once, or `pending` moderation: the database decides. */
export type PublicationStatus = "published" | "pending";

/** Creates a customer's review; the same text again is the same review. Throws when it may not be stored. */
export async function createReview(
  client: Supabase,
  userId: string,
  subject: ReviewSubject,
  values: ReviewValues,
): Promise<PublicationStatus> {
  const row = toRow(subject, values, userId);
  const { data, error } = await client
    .from("product_reviews")
    .insert(row)
    .select("is_published")
    .abortSignal(AbortSignal.timeout(TIMEOUT_MS))
    .single();
  if (!error) return data.is_published ? "published" : "pending";
  if (error.code !== UNIQUE_VIOLATION) throw error;
  // A published review does not name its author any more.
  const { data: pending } = await client
    .from("product_reviews")
    .select("id")
    .match({ product_id: row.product_id, user_id: userId, comment: row.comment })
    .throwOnError();
  return pending.length === 0 ? "published" : "pending";
}

/**
 * Creates the review that a review link asked for, in the name of the link's holder. The client has no
 * session, even when the holder is signed in. A link allows one review: a unique violation means that the
 * response to the first request was lost. Throws when it may not be stored.
 */
export async function createRequestedReview(
  anonClient: Supabase,
  subject: ReviewSubject,
  values: ReviewValues,
): Promise<PublicationStatus> {
  const { error } = await anonClient
    .from("product_reviews")
    .insert(toRow(subject, values, null))
    .setHeader("x-review-token", subject.request?.token ?? "")
    .abortSignal(AbortSignal.timeout(TIMEOUT_MS));
  if (error && error.code !== UNIQUE_VIOLATION) throw error;
  return "pending";
}

/** What the database says of a review above a limit, of an account or of a network that many share; else null. */
export function getLimitMessage(error: unknown): string | null {
  if (typeof error !== "object" || error === null) return null;
  const isLimit = "code" in error && error.code === LIMIT_REACHED;
  return isLimit && "message" in error && typeof error.message === "string" ? error.message : null;
}

function toRow({ productId, request }: ReviewSubject, values: ReviewValues, userId: string | null) {
  const { name, email, title, comment, rating } = values;
  return {
    name,
    email,
    title: title === "" ? null : title,
    comment,
    rating,
    product_id: productId,
    user_id: userId,
    order_id: request?.orderId ?? null,
  };
}

/** Marks a review link as used; false when it was no longer valid, or on a failure, which is logged. */
export async function markReviewRequestUsed(anonClient: Supabase, token: string): Promise<boolean> {
  const { data, error } = await anonClient
    .rpc("mark_review_token_used", { request_token: token })
    .abortSignal(AbortSignal.timeout(TIMEOUT_MS));
  if (error) console.error("review link: it could not be marked as used", error);
  return data === true;
}

/** The voter: an account, or a device without a session. */
export type Voter = { user_id: string } | { device_id: string };

/** Adds a vote «Utile»; false when this voter has voted before. Throws when it may not be stored. */
export async function castVote(client: Supabase, reviewId: string, voter: Voter): Promise<boolean> {
  const { error } = await client
    .from("review_votes")
    .insert({ review_id: reviewId, ...voter })
    .abortSignal(AbortSignal.timeout(TIMEOUT_MS));
  if (error && error.code !== UNIQUE_VIOLATION) throw error;
  return !error;
}
