/** What administrators do with reviews. Every function throws with the server's reason, or why nothing was written. */
import type { Supabase } from "../../../lib/supabase.client.ts";
import { expectGone, expectWritten } from "../written.ts";

/** Shows reviews in the shop or takes them out of it; gives how many there were (still). */
export async function publishReviews(
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
  await expectWritten(data);
  return data.length;
}

export async function deleteReviews(client: Supabase, ids: readonly string[]): Promise<void> {
  const { data } = await client.from("product_reviews").delete().in("id", ids).select("id").throwOnError();
  await expectGone(data);
}
