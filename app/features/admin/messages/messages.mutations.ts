/** Mutations of messages. Every function throws with the reason when nothing was written. */

import {
  assertRowsDeleted,
  assertRowsUpdated,
} from "#app/features/admin/shared/mutations/assert-rows-affected.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

export async function setMessageRead(client: Supabase, id: string, isRead: boolean): Promise<void> {
  const { data } = await client
    .from("messages")
    .update({ read_at: isRead ? new Date().toISOString() : null })
    .eq("id", id)
    .select("id")
    .throwOnError();
  await assertRowsUpdated(data);
}

export async function deleteMessage(client: Supabase, id: string): Promise<void> {
  const { data } = await client.from("messages").delete().eq("id", id).select("id").throwOnError();
  await assertRowsDeleted(data);
}
