/** Mutations of undelivered mails. */

import { assertRowsDeleted } from "#app/features/admin/shared/mutations/assert-rows-affected.ts";
import { UserError } from "#app/features/admin/shared/mutations/user-error.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { Mail } from "./mails.queries.ts";

/**
 * Requests one more attempt immediately: the sender picks it up within seconds. A mail that has been sent in
 * the meantime stays unchanged. Throws with the reason when nothing was written.
 */
export async function retryMail(
  client: Supabase,
  { subject_id, kind }: Pick<Mail, "subject_id" | "kind">,
): Promise<void> {
  const { data } = await client
    .from("mails")
    .update({ failed_at: null, next_attempt_at: new Date().toISOString() })
    .eq("subject_id", subject_id)
    .eq("kind", kind)
    .select("subject_id")
    .throwOnError();
  if (data.length > 0) return;
  await assertRowsDeleted(data);
  throw new UserError("Cet e-mail est déjà parti.");
}
