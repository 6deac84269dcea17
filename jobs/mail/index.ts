/**
 * Mail: sends the mails of the outbox table (`outbox.ts`), by SMTP or, when no server is configured, to files
 * that local pages show (`mail-pages.ts`). It has no HTTP API and needs only the database, so it also serves
 * a shop on a hosted Supabase.
 */
import type { Config } from "#backend/core/config.ts";
import type { DatabaseTarget } from "#backend/core/database.ts";
import type { Logger } from "#backend/core/log.ts";
import { connectJob } from "#jobs/connect-job.ts";
import { startOrderNotices } from "./order-notices.ts";
import { mailDirectory } from "./saved-mails.ts";
import { startSender } from "./sender.ts";
import { createFileTransport, createSmtpTransport } from "./transport.ts";

/** Returns a function that stops it. The database may be down: pending mails are sent when it is back. */
export function startMail(
  target: DatabaseTarget,
  { mail, dataDir, siteUrl }: Pick<Config, "mail" | "dataDir" | "siteUrl">,
  log: Logger,
): () => Promise<void> {
  const sql = connectJob(target, "mail", 2);
  const transport = mail.smtpUrl
    ? createSmtpTransport(mail.smtpUrl)
    : createFileTransport(mailDirectory(dataDir));
  const stop = startSender({ sql, transport, siteUrl, from: mail.from, log });
  const stopOrderNotices = startOrderNotices(sql, log);
  return async () => {
    await stopOrderNotices();
    await stop();
    await transport.close();
    await sql.end({ timeout: 1 });
  };
}
