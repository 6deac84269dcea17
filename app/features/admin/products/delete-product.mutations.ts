/** The deletion of a product. */

import { assertRowsDeleted } from "#app/features/admin/shared/mutations/assert-rows-affected.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

/**
 * Deletes the product with its images, its reviews and its wishlist entries; orders keep their lines. Throws
 * when the backend returns an error.
 */
export async function deleteProduct(client: Supabase, id: string): Promise<void> {
  const { data } = await client.from("products").delete().eq("id", id).select("id").throwOnError();
  await assertRowsDeleted(data);
}
