/**
 * The two transports: an SMTP server, or, when none is configured, a file for each mail, which is written
 * under another name first, so that no reader sees a partial file.
 */
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { getErrorCode } from "#backend/core/errors.ts";
import { DeliveryError, toDeliveryError } from "./delivery-error.ts";
import type { Mailbox, MailContent } from "./mail-content.ts";

interface Envelope {
  /** The same for all attempts, like the date: mailboxes recognise a repeated mail by them. */
  id: string;
  date: Date;
  from: Mailbox | string;
  to: string;
}

export interface Transport {
  /** Whether mails stay on this machine, and reach nobody. */
  isLocal: boolean;
  /** Rejects with a DeliveryError, also when the signal aborts the sending. */
  send(content: MailContent, envelope: Envelope, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** Mails sent at the same time. Some providers accept no more than three connections of one account. */
export const MAX_CONNECTIONS = 3;

/** Milliseconds. */
interface Timeouts {
  /** For the connection, with the greeting and TLS. */
  connectMs: number;
  /** For each answer. */
  answerMs: number;
  /** For a whole mail, which bounds a server that answers by one byte at a time. */
  mailMs: number;
}

const TIMEOUTS: Timeouts = { connectMs: 10_000, answerMs: 30_000, mailMs: 60_000 };

export function createSmtpTransport(url: string, timeouts = TIMEOUTS): Transport {
  let pool: ReturnType<typeof openPool> | null = null;
  return {
    isLocal: false,
    send: async (content, envelope, signal) => {
      pool ??= openPool(url, timeouts);
      const mailer = await pool;
      if (signal.aborted) throw new DeliveryError("No answer (EABORT)", "interrupted");
      const aborting = new AbortController();
      const abort = () => aborting.abort();
      signal.addEventListener("abort", abort, { once: true });
      const deadline = setTimeout(abort, timeouts.mailMs);
      try {
        await mailer.sendMail({ ...toMessage(content, envelope), signal: aborting.signal });
      } catch (error) {
        if (signal.aborted) throw new DeliveryError("No answer (EABORT)", "interrupted");
        if (aborting.signal.aborted) throw new DeliveryError("No answer (ETIMEDOUT)", "server");
        throw toDeliveryError(error);
      } finally {
        clearTimeout(deadline);
        signal.removeEventListener("abort", abort);
      }
    },
    close: async () => (await pool)?.close(),
  };
}

/** The package takes 20 MB of memory: it is loaded with the first mail. */
async function openPool(url: string, { connectMs, answerMs }: Timeouts) {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    pool: true,
    url,
    // A password is never sent in clear, whatever the server offers.
    requireTLS: new URL(url).username !== "",
    maxConnections: MAX_CONNECTIONS,
    // A connection that the server closed while it was idle is replaced once.
    maxRequeues: 1,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: answerMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

export function createFileTransport(directory: string): Transport {
  return {
    isLocal: true,
    send: async (content, envelope, signal) => {
      const { createTransport } = await import("nodemailer");
      const composer = createTransport({ streamTransport: true, buffer: true });
      const { message } = await composer.sendMail(toMessage(content, envelope));
      if (signal.aborted) throw new DeliveryError("No answer (EABORT)", "interrupted");
      // Another attempt writes the same file.
      const time = envelope.date.toISOString().replace(/[-:.]/g, "");
      const file = join(directory, `${time}-${envelope.id}.eml`);
      try {
        await writeInto(directory, `${file}.part`, message);
        await rename(`${file}.part`, file);
      } catch (error) {
        throw new DeliveryError(`The mail could not be written to a file (${getErrorCode(error)})`, "server");
      }
    },
    close: async () => {},
  };
}

/** The directory is created when the first mail is written: doing so for each mail costs half as much as its file. */
async function writeInto(directory: string, file: string, content: Buffer | Readable): Promise<void> {
  const write = () => writeFile(file, content, { mode: 0o600 });
  try {
    await write();
  } catch (error) {
    if (getErrorCode(error) !== "ENOENT") throw error;
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await write();
  }
}

function toMessage({ subject, html, text, replyTo }: MailContent, { id, date, from, to }: Envelope) {
  const domain = (typeof from === "string" ? from : from.address).replace(/^.*@|>$/g, "");
  return {
    messageId: `<${id}@${domain}>`,
    date,
    from,
    to: { name: "", address: to },
    replyTo,
    subject,
    text,
    html,
    // Asks auto-responders not to reply.
    headers: { "Auto-Submitted": "auto-generated" },
  };
}
