/** What administrators do with a mail that did not leave. */
import type { Supabase } from "../../../lib/supabase.client.ts";
import { Refusal } from "../refusal.ts";
import { expectGone } from "../written.ts";
import type { Mail } from "./mails.queries.ts";

/**
 * Asks for one more attempt, now: the sender takes it with its next look, within seconds. One that has left meanwhile
 * is left alone. Throws with the reason when nothing was written.
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
  await expectGone(data);
  throw new Refusal("Cet e-mail est déjà parti.");
}
