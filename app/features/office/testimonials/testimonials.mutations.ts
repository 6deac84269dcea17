/** Writing testimonials. Every function throws with the reason when nothing was written. */
import type { Supabase } from "../../../lib/supabase.client.ts";
import { expectGone, expectWritten, wasSentBefore } from "../written.ts";
import type { TestimonialValues } from "./testimonial.schema.ts";

/** `id` is the form's: a second try of one whose answer got lost makes no second testimonial. */
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
    if (!wasSentBefore(error)) throw error;
    await updateTestimonial(client, id, values);
  }
}

export async function updateTestimonial(
  client: Supabase,
  id: string,
  values: TestimonialValues,
): Promise<void> {
  const { data } = await client.from("testimonials").update(values).eq("id", id).select("id").throwOnError();
  await expectWritten(data);
}

export async function deleteTestimonial(client: Supabase, id: string): Promise<void> {
  const { data } = await client.from("testimonials").delete().eq("id", id).select("id").throwOnError();
  await expectGone(data);
}
