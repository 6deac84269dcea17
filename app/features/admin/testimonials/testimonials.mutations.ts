/** Mutations of testimonials. Every function throws with the reason when nothing was written. */

import { assertRowsDeleted } from "#app/features/admin/shared/mutations/assert-rows-affected.ts";
import { isDuplicateInsert } from "#app/features/admin/shared/mutations/is-duplicate-insert.ts";
import { StaleVersionError } from "#app/features/admin/shared/mutations/stale-version-error.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { TestimonialValues } from "./testimonial.schema.ts";
import { TESTIMONIAL_COLUMNS, type Testimonial } from "./testimonials.queries.ts";

/** The form generates `id`, so that a retry after a lost response does not create a second testimonial. */
export async function createTestimonial(
  client: Supabase,
  id: string,
  values: TestimonialValues,
): Promise<Testimonial> {
  try {
    const { data } = await client
      .from("testimonials")
      .insert({ id, ...values })
      .select(TESTIMONIAL_COLUMNS)
      .single()
      .throwOnError();
    return data;
  } catch (error) {
    if (!isDuplicateInsert(error)) throw error;
    return updateTestimonial(client, id, values);
  }
}

/** Saves over the version of `updatedAt`, by default over any. Throws a StaleVersionError for another one. */
export async function updateTestimonial(
  client: Supabase,
  id: string,
  values: TestimonialValues,
  updatedAt?: string,
): Promise<Testimonial> {
  const update = client.from("testimonials").update(values).eq("id", id);
  const { data } = await (updatedAt === undefined ? update : update.eq("updated_at", updatedAt))
    .select(TESTIMONIAL_COLUMNS)
    .maybeSingle()
    .throwOnError();
  if (!data) throw new StaleVersionError();
  return data;
}

export async function deleteTestimonial(client: Supabase, id: string): Promise<void> {
  const { data } = await client.from("testimonials").delete().eq("id", id).select("id").throwOnError();
  await assertRowsDeleted(data);
}
