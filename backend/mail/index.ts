/**
 * Mail: sends what the database owes (`outbox.ts`), by SMTP or, without a server for it, as files that can be read on
 * a page of this machine (`mail-pages.ts`). Not a service with an address: it needs nothing of the backend but the
 * database, and so serves a shop on a hosted Supabase too.
 */
import type { Config } from "../core/config.ts";
import { connectDatabase, type DatabaseTarget } from "../core/database.ts";
import type { Logger } from "../core/log.ts";
import { mailDirectory } from "./kept-mails.ts";
import { startSender } from "./sender.ts";
import { fileTransport, smtpTransport } from "./transport.ts";

/** Returns what stops it. The database may be out of reach: what is owed leaves when it is back. */
export function startMail(
  target: DatabaseTarget,
  { mail, dataDir, siteUrl }: Pick<Config, "mail" | "dataDir" | "siteUrl">,
  log: Logger,
): () => Promise<void> {
  const sql = connectDatabase(target, { user: "postgres", max: 2, applicationName: "mail" });
  const transport = mail.smtpUrl ? smtpTransport(mail.smtpUrl) : fileTransport(mailDirectory(dataDir));
  const stop = startSender({ sql, transport, siteUrl, from: mail.from, log });
  return async () => {
    await stop();
    await transport.close();
    await sql.end({ timeout: 1 });
  };
}
