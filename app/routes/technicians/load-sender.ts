/**
 * The signed-in customer as the sender of a message. The code of the session and the profile is loaded only for
 * somebody who has one.
 */
import type { Sender } from "#app/features/technicians/contact-dialog.tsx";
import { formatPhone } from "#app/lib/format/phone.ts";
import { hasStoredSession } from "#app/lib/supabase/stored-session.ts";

/** Null for a visitor. Rejects when the session or the profile cannot be read. */
export async function loadSender(): Promise<Sender | null> {
  if (!hasStoredSession()) return null;
  const [{ findAccount }, { findProfile }, { getSupabase }] = await Promise.all([
    import("#app/features/identity/session/require-user.ts"),
    import("#app/features/identity/profile/profile.queries.ts"),
    import("#app/lib/supabase/supabase.client.ts"),
  ]);
  const account = await findAccount();
  if (!account) return null;
  const profile = await findProfile(getSupabase(), account.id);
  return {
    name: [profile?.first_name, profile?.last_name].filter(Boolean).join(" "),
    email: account.email,
    phone: formatPhone(profile?.phone ?? ""),
  };
}
