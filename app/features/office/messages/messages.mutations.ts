/** What administrators do with a message. Every function throws with the reason when nothing was written. */
import type { Supabase } from "../../../lib/supabase.client.ts";
import { expectGone, expectWritten } from "../written.ts";

export async function markMessage(client: Supabase, id: string, isRead: boolean): Promise<void> {
  const { data } = await client
    .from("messages")
    .update({ read_at: isRead ? new Date().toISOString() : null })
    .eq("id", id)
    .select("id")
    .throwOnError();
  await expectWritten(data);
}

export async function deleteMessage(client: Supabase, id: string): Promise<void> {
  const { data } = await client.from("messages").delete().eq("id", id).select("id").throwOnError();
  await expectGone(data);
}
