/** What administrators do with a message. Every function throws with the server's reason. */
import type { Supabase } from "../../../lib/supabase.client.ts";

/** Of one that is gone nothing is written, and nothing is said: the list shows that it is gone. */
export async function markMessage(client: Supabase, id: string, isRead: boolean): Promise<void> {
  await client
    .from("messages")
    .update({ read_at: isRead ? new Date().toISOString() : null })
    .eq("id", id)
    .throwOnError();
}

export async function deleteMessage(client: Supabase, id: string): Promise<void> {
  await client.from("messages").delete().eq("id", id).throwOnError();
}
