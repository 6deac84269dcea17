/** The mutation that sends a visitor's message to a technician. The database forwards it. */
import { INSUFFICIENT_PRIVILEGE, LIMIT_REACHED } from "#app/lib/supabase/error-codes.ts";
import { getRetryAdvice } from "#app/lib/supabase/failure-message.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { MessageValues } from "./message.schema.ts";

/**
 * After this time the response counts as lost; sending the same message again is harmless, since it is stored
 * once.
 */
const TIMEOUT_MS = 30_000;

/** Null when the message is stored, else the French error message. Never throws. */
export async function sendMessage(
  client: Supabase,
  technicianId: string,
  values: MessageValues,
): Promise<string | null> {
  const { error } = await client
    .from("messages")
    .insert({ technician_id: technicianId, ...values })
    .abortSignal(AbortSignal.timeout(TIMEOUT_MS));
  if (!error) return null;
  console.error("technicians: the message was not sent", error);
  if (error.code === LIMIT_REACHED) return error.message;
  // The row-level security policy rejects a message to a technician who does not exist.
  if (error.code === INSUFFICIENT_PRIVILEGE) return "Ce technicien n'est plus dans l'annuaire.";
  return `Votre message n'a pas pu être envoyé. ${getRetryAdvice(error)}`;
}
