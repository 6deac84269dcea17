/** Mutations of testimonials. Every function throws with the reason when nothing was written. */

import {
  assertRowsDeleted,
  assertRowsUpdated,
} from "#app/features/admin/shared/mutations/assert-rows-affected.ts";
import { isDuplicateInsert } from "#app/features/admin/shared/mutations/is-duplicate-insert.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { TestimonialValues } from "./testimonial.schema.ts";

/** The form generates `id`, so that a retry after a lost response does not create a second testimonial. */
export async function createTestimonial(
  client: Supabase,
  id: string,
  values: TestimonialValues,
): Promise<void> {
  try {
    await client
      .from("testimonials")
      .insert({ id, ...values })
      .select("id")
      .single()
      .throwOnError();
  } catch (error) {
    if (!isDuplicateInsert(error)) throw error;
    await updateTestimonial(client, id, values);
  }
}

export async function updateTestimonial(
  client: Supabase,
  id: string,
  values: TestimonialValues,
): Promise<void> {
  const { data } = await client.from("testimonials").update(values).eq("id", id).select("id").throwOnError();
  await assertRowsUpdated(data);
}

export async function deleteTestimonial(client: Supabase, id: string): Promise<void> {
  const { data } = await client.from("testimonials").delete().eq("id", id).select("id").throwOnError();
  await assertRowsDeleted(data);
}
