/**
 * Mutations of reviews. Every function throws with the server's reason, or with the reason why nothing was
 * written.
 */

import {
  assertRowsDeleted,
  assertRowsUpdated,
} from "#app/features/admin/shared/mutations/assert-rows-affected.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

/** Publishes or unpublishes reviews; resolves to the number of reviews that (still) existed. */
export async function setReviewsPublished(
  client: Supabase,
  ids: readonly string[],
  isPublished: boolean,
): Promise<number> {
  const { data } = await client
    .from("product_reviews")
    .update({ is_published: isPublished })
    .in("id", ids)
    .select("id")
    .throwOnError();
  await assertRowsUpdated(data);
  return data.length;
}

export async function deleteReviews(client: Supabase, ids: readonly string[]): Promise<void> {
  const { data } = await client.from("product_reviews").delete().in("id", ids).select("id").throwOnError();
  await assertRowsDeleted(data);
}

/** «Avis publié», «3 avis publiés»; `done` is the singular participle. */
export function formatReviewsDone(count: number, done: string): string {
  return count === 1 ? `Avis ${done}` : `${count} avis ${done}s`;
}
