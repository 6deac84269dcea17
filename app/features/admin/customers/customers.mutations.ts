/** Mutations of a customer. */
import { isDuplicateInsert } from "#app/features/admin/shared/mutations/is-duplicate-insert.ts";
import { StaleVersionError } from "#app/features/admin/shared/mutations/stale-version-error.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { CustomerNote } from "./customers.queries.ts";

/** A trusted customer's orders are not limited. Throws the backend's error. */
export async function setCustomerTrusted(client: Supabase, id: string, isTrusted: boolean): Promise<void> {
  await client.rpc("set_customer_trusted", { customer: id, trusted: isTrusted }).throwOnError();
}

/**
 * Saves the note over the version of `updatedAt`, null for the first note, and resolves to the new version. Throws a
 * StaleVersionError when another version is stored, and the server's reason for any other failure.
 */
export async function saveCustomerNote(
  client: Supabase,
  customer: string,
  note: string,
  updatedAt: string | null,
): Promise<CustomerNote> {
  const notes = client.from("customer_notes");
  const written =
    updatedAt === null
      ? notes.insert({ customer_id: customer, note })
      : notes.update({ note }).eq("customer_id", customer).eq("updated_at", updatedAt);
  try {
    const { data } = await written.select("note,updated_at").maybeSingle().throwOnError();
    if (data) return data;
  } catch (error) {
    if (!isDuplicateInsert(error)) throw error;
  }
  throw new StaleVersionError();
}
