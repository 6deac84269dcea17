/**
 * The two ways out: an SMTP server, or, where none is configured, a file for each mail, which is written under another
 * name first so that nobody reads half of it.
 */
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "../core/errors.ts";
import type { Letter, Mailbox } from "./letter.ts";

interface Envelope {
  /** Stays the same over all attempts: mailboxes recognise a repeated mail by it. */
  id: string;
  from: Mailbox | string;
  to: string;
}

export interface Transport {
  /** Rejects with a DeliveryError. */
  send(letter: Letter, envelope: Envelope): Promise<void>;
  close(): Promise<void>;
}

/** Why a mail did not leave, fit for logs and for administrators: no address, no password, no token. */
export class DeliveryError extends Error {
  override readonly name = "DeliveryError";
}

const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;

export function smtpTransport(url: string): Transport {
  let pool: ReturnType<typeof openPool> | null = null;
  return {
    send: async (letter, envelope) => {
      pool ??= openPool(url);
      const mailer = await pool;
      try {
        await mailer.sendMail(messageOf(letter, envelope));
      } catch (error) {
        throw new DeliveryError(reasonOf(error));
      }
    },
    close: async () => (await pool)?.close(),
  };
}

/** The package is 20 MB of memory: it comes with the first mail, not with the shop. */
async function openPool(url: string) {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    pool: true,
    url,
    // A password never travels in clear, whatever the server offers.
    requireTLS: new URL(url).username !== "",
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

export function fileTransport(directory: string): Transport {
  return {
    send: async (letter, envelope) => {
      const { createTransport } = await import("nodemailer");
      const composer = createTransport({ streamTransport: true, buffer: true });
      const { message } = await composer.sendMail(messageOf(letter, envelope));
      const time = new Date().toISOString().replace(/[-:.]/g, "");
      const file = join(directory, `${time}-${envelope.id}.eml`);
      try {
        await mkdir(directory, { recursive: true, mode: 0o700 });
        await writeFile(`${file}.part`, message, { mode: 0o600 });
        await rename(`${file}.part`, file);
      } catch (error) {
        throw new DeliveryError(`The mail could not be written to a file (${codeOf(error)})`);
      }
    },
    close: async () => {},
  };
}

function messageOf({ subject, html, text, replyTo }: Letter, { id, from, to }: Envelope) {
  const domain = (typeof from === "string" ? from : from.address).replace(/^.*@|>$/g, "");
  return {
    messageId: `<${id}@${domain}>`,
    from,
    to: { name: "", address: to },
    replyTo,
    subject,
    text,
    html,
    // Asks robots not to answer a mail that a robot sent.
    headers: { "Auto-Submitted": "auto-generated" },
  };
}

/** The server's own words may repeat the recipient's address: its codes say enough. */
function reasonOf(error: unknown): string {
  const response =
    typeof error === "object" && error !== null && "responseCode" in error ? error.responseCode : undefined;
  const code = codeOf(error) ?? "unknown";
  return typeof response === "number"
    ? `The mail server answered ${response} (${code})`
    : `No answer (${code})`;
}
