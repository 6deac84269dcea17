import type { Config } from "#backend/core/config/config.ts";
import { mailDirectory } from "./saved-mails.ts";

/**
 * Says at the start where the mails go.
 *
 * @param pagesUrl where they can be read on this machine; null when they cannot
 */
export function describeMail(
  { supabase, databaseUrl, mail, dataDir }: Pick<Config, "supabase" | "databaseUrl" | "mail" | "dataDir">,
  pagesUrl: string | null,
): string {
  if (supabase && !databaseUrl) return "No mails are sent: that needs DATABASE_URL, the project's database.";
  if (mail.smtpUrl) return `Mails leave through ${new URL(mail.smtpUrl).hostname}.`;
  const pages = pagesUrl === null ? "" : `, to be read at ${pagesUrl}`;
  return `Mails are kept in ${mailDirectory(dataDir)}${pages}; SMTP_URL sends them.`;
}
