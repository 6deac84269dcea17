/**
 * Mail: sends the mails of the outbox table (`outbox.ts`), by SMTP or, when no server is configured, to files
 * that local pages show (`mail-pages.ts`), and its text messages, when a gateway is configured. It has no HTTP API
 * and needs only the database, so it also serves a shop on a hosted Supabase.
 */
import type { Config } from "#backend/core/config/config.ts";
import type { DatabaseTarget } from "#backend/core/database/database.ts";
import type { Logger } from "#backend/core/observability/log.ts";
import type { TextGateway } from "#backend/core/text-gateway.ts";
import { startPeriodicTask } from "#backend/core/timing/periodic-task.ts";
import { connectJob } from "#jobs/connect-job.ts";
import { startOrderNotices } from "./order-notices.ts";
import { mailDirectory } from "./saved-mails.ts";
import { startSender } from "./sender.ts";
import { createTextTransport } from "./text-transport.ts";
import { createFileTransport, createSmtpTransport } from "./transport.ts";

/** How often the database is told whether text messages leave, in case it could not be when the process started. */
const TELL_INTERVAL_MS = 3_600_000;

export interface MessageConfig extends Pick<Config, "mail" | "dataDir" | "siteUrl"> {
  /** Null when no text messages can be sent. */
  textGateway: TextGateway | null;
}

/** Returns a function that stops it. The database may be down: pending mails are sent when it is back. */
export function startMail(
  target: DatabaseTarget,
  { mail, dataDir, siteUrl, textGateway }: MessageConfig,
  log: Logger,
): () => Promise<void> {
  const sql = connectJob(target, "mail", 2);
  const transport = mail.smtpUrl
    ? createSmtpTransport(mail.smtpUrl)
    : createFileTransport(mailDirectory(dataDir));
  const stop = startSender({ sql, transport, siteUrl, from: mail.from, log });
  const stopTexts =
    textGateway &&
    startSender({
      sql,
      transport: createTextTransport(textGateway),
      queues: ["text"],
      siteUrl,
      from: null,
      log,
    });
  const stopTelling = startPeriodicTask(
    { name: "Text messages", intervalMs: TELL_INTERVAL_MS, initialDelayMs: 0 },
    log,
    async () => {
      const sendsTexts = textGateway !== null;
      await sql`update public.order_settings set sends_texts = ${sendsTexts} where sends_texts <> ${sendsTexts}`;
    },
  );
  const stopOrderNotices = startOrderNotices(sql, log);
  return async () => {
    await stopTelling();
    await stopOrderNotices();
    await Promise.all([stop(), stopTexts?.()]);
    await transport.close();
    await sql.end({ timeout: 1 });
  };
}
