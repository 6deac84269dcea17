/**
 * The two transports: an SMTP server, or, when none is configured, a file for each mail, which is written
 * under another name first, so that no reader sees a partial file.
 */
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { getErrorCode } from "#backend/core/errors.ts";
import type { Mailbox, MailContent } from "./mail-content.ts";

interface Envelope {
  /** The same for all attempts: mailboxes recognise a repeated mail by it. */
  id: string;
  from: Mailbox | string;
  to: string;
}

export interface Transport {
  /** Rejects with a DeliveryError. */
  send(content: MailContent, envelope: Envelope): Promise<void>;
  close(): Promise<void>;
}

/** Why a mail was not sent, safe for logs and administrators: no address, no password, no token. */
export class DeliveryError extends Error {
  override readonly name = "DeliveryError";
}

const CONNECT_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 30_000;

export function createSmtpTransport(url: string): Transport {
  let pool: ReturnType<typeof openPool> | null = null;
  return {
    send: async (content, envelope) => {
      pool ??= openPool(url);
      const mailer = await pool;
      try {
        await mailer.sendMail(toMessage(content, envelope));
      } catch (error) {
        throw new DeliveryError(reasonOf(error));
      }
    },
    close: async () => (await pool)?.close(),
  };
}

/** The package takes 20 MB of memory: it is loaded with the first mail. */
async function openPool(url: string) {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    pool: true,
    url,
    // A password is never sent in clear, whatever the server offers.
    requireTLS: new URL(url).username !== "",
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

export function createFileTransport(directory: string): Transport {
  return {
    send: async (content, envelope) => {
      const { createTransport } = await import("nodemailer");
      const composer = createTransport({ streamTransport: true, buffer: true });
      const { message } = await composer.sendMail(toMessage(content, envelope));
      const time = new Date().toISOString().replace(/[-:.]/g, "");
      const file = join(directory, `${time}-${envelope.id}.eml`);
      try {
        await mkdir(directory, { recursive: true, mode: 0o700 });
        await writeFile(`${file}.part`, message, { mode: 0o600 });
        await rename(`${file}.part`, file);
      } catch (error) {
        throw new DeliveryError(`The mail could not be written to a file (${getErrorCode(error)})`);
      }
    },
    close: async () => {},
  };
}

function toMessage({ subject, html, text, replyTo }: MailContent, { id, from, to }: Envelope) {
  const domain = (typeof from === "string" ? from : from.address).replace(/^.*@|>$/g, "");
  return {
    messageId: `<${id}@${domain}>`,
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

/** The server's message may contain the recipient's address, so only its codes are used. */
function reasonOf(error: unknown): string {
  const response =
    typeof error === "object" && error !== null && "responseCode" in error ? error.responseCode : undefined;
  const code = getErrorCode(error) ?? "unknown";
  return typeof response === "number"
    ? `The mail server answered ${response} (${code})`
    : `No answer (${code})`;
}
