/** Sending what a visitor writes to a technician. The database forwards it. */
import type { Supabase } from "../../lib/supabase.client.ts";
import type { MessageValues } from "./message.schema.ts";

/** Beyond this an answer is taken for lost; the same message can be sent again without harm: it is kept once. */
const TIMEOUT_MS = 30_000;

/** Too many messages: the database says so in a sentence of its own. */
const TOO_MANY = "PT429";
/** No such technician: the policy refuses what is written to nobody. */
const REFUSED = "42501";

/** Null when the message is stored, else the French sentence for why it is not. Never throws. */
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
  if (error.code === TOO_MANY) return error.message;
  if (error.code === REFUSED) return "Ce technicien n'est plus dans l'annuaire.";
  return "Votre message n'a pas pu être envoyé. Vérifiez votre connexion, puis réessayez.";
}
