/** Writing the families of goods. Every function throws with the reason when nothing was written. */
import type { Supabase } from "../../../lib/supabase.client.ts";
import { expectGone, expectWritten, wasSentBefore } from "../written.ts";
import type { CategoryValues } from "./category.schema.ts";

/** `id` is the form's: a second try of one whose answer got lost makes no second category. */
export async function createCategory(client: Supabase, id: string, values: CategoryValues): Promise<void> {
  try {
    await client
      .from("categories")
      .insert({ id, ...values })
      .throwOnError();
  } catch (error) {
    if (!wasSentBefore(error)) throw error;
    await updateCategory(client, id, values);
  }
}

export async function updateCategory(client: Supabase, id: string, values: CategoryValues): Promise<void> {
  const { data } = await client.from("categories").update(values).eq("id", id).select("id").throwOnError();
  await expectWritten(data);
}

/** Refused while products are in it. */
export async function deleteCategory(client: Supabase, id: string): Promise<void> {
  const { data } = await client.from("categories").delete().eq("id", id).select("id").throwOnError();
  await expectGone(data);
}
