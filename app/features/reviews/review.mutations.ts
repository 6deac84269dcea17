/** Writing reviews, using up the links that ask for them, and votes. */
import type { Supabase } from "../../lib/supabase.client.ts";
import type { ReviewValues } from "./review.schema.ts";

/** Beyond this an answer is taken for lost; the same review can be sent again without becoming two. */
const TIMEOUT_MS = 30_000;

/** The database's code for a row that is there already. */
const KNOWN = "23505";

/** What a review is about: a product, and the order it was bought with when a link named it. */
export interface Subject {
  productId: string;
  orderId: string | null;
}

/** `published` at once, or `waiting` for an administrator: the database decides. */
export type Publication = "published" | "waiting";

/** Sends a customer's review; the same text again is the same review. Throws when it may not have arrived. */
export async function createReview(
  client: Supabase,
  userId: string,
  subject: Subject,
  values: ReviewValues,
): Promise<Publication> {
  const row = toRow(subject, values, userId);
  const { data, error } = await client
    .from("product_reviews")
    .insert(row)
    .select("is_published")
    .abortSignal(AbortSignal.timeout(TIMEOUT_MS))
    .single();
  if (!error) return data.is_published ? "published" : "waiting";
  if (error.code !== KNOWN) throw error;
  const { data: earlier } = await client
    .from("product_reviews")
    .select("is_published")
    .match({ product_id: row.product_id, user_id: userId, comment: row.comment })
    .single()
    .throwOnError();
  return earlier.is_published ? "published" : "waiting";
}

/**
 * Sends the review that a link asks for, as its holder, whoever is signed in. A link makes one review: a second one
 * means that the answer to the first was lost. Throws when it may not have arrived.
 */
export async function createRequestedReview(
  visitor: Supabase,
  subject: Subject,
  values: ReviewValues,
): Promise<Publication> {
  const { error } = await visitor
    .from("product_reviews")
    .insert(toRow(subject, values, null))
    .abortSignal(AbortSignal.timeout(TIMEOUT_MS));
  if (error && error.code !== KNOWN) throw error;
  return "waiting";
}

function toRow({ productId, orderId }: Subject, values: ReviewValues, userId: string | null) {
  const { name, email, title, comment, rating } = values;
  return {
    name,
    email,
    title: title === "" ? null : title,
    comment,
    rating,
    product_id: productId,
    user_id: userId,
    order_id: orderId,
  };
}

/** Uses up a review link; false when it was not open any more, or the failure is logged. */
export async function markReviewRequestUsed(visitor: Supabase, token: string): Promise<boolean> {
  const { data, error } = await visitor
    .rpc("mark_review_token_used", { request_token: token })
    .abortSignal(AbortSignal.timeout(TIMEOUT_MS));
  if (error) console.error("review link: it could not be marked as used", error);
  return data === true;
}

/** An account, or a device that nobody is signed in on. */
export type Voter = { user_id: string } | { device_id: string };

/** Counts a vote «Utile»; false when this voter has voted before. Throws when it may not have been counted. */
export async function castVote(client: Supabase, reviewId: string, voter: Voter): Promise<boolean> {
  const { error } = await client
    .from("review_votes")
    .insert({ review_id: reviewId, ...voter })
    .abortSignal(AbortSignal.timeout(TIMEOUT_MS));
  if (error && error.code !== KNOWN) throw error;
  return !error;
}
