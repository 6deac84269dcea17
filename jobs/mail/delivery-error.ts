/** Why a mail was not sent, and whose fault that is: it decides what happens next. */
import { getSystemErrorName } from "node:util";
import { z } from "zod";
import { getErrorCode } from "#backend/core/errors.ts";

/**
 * - `server`: the mail server is away, or refuses the shop as a whole. No mail could be sent now.
 * - `temporary`: the server refuses this mail for now.
 * - `permanent`: the server will never take this mail.
 * - `interrupted`: the sender gave the mail up, because it lost the lease.
 */
export type DeliveryFault = "server" | "temporary" | "permanent" | "interrupted";

/** The message is safe for logs and administrators: no address, no password, no token. */
export class DeliveryError extends Error {
  override readonly name = "DeliveryError";
  readonly fault: DeliveryFault;

  constructor(message: string, fault: DeliveryFault) {
    super(message);
    this.fault = fault;
  }
}

/** The commands that come before the recipient, so that their failure does not depend on the mail. */
const SESSION_COMMAND = /^(CONN|LHLO|EHLO|HELO|STARTTLS|AUTH\b.*|MAIL FROM)$/;

/** Closing the service, and the ways to ask for a login first. */
const SESSION_RESPONSES = [421, 454, 530, 534, 535, 538];

/**
 * Refusals of the shop that many servers postpone until the recipient or the content: the sender's address
 * (X.1.7, X.1.8), the login and its rights (X.7.3, X.7.8, X.7.9, X.7.57, X.7.60), and in words those that
 * share X.7.1 and 550 with refused recipients.
 */
const SHOP_REFUSAL =
  /^\d{3}[ -][45]\.(1\.[78]|7\.([389]|57|60))\b|relay|sender address rejected|as this sender|not owned by|address is not verified|sending (limit|paused)/i;

/**
 * What nodemailer's errors tell beside their code: the server's response, the command that it answered, and the system's
 * number of what befell the socket, whose code nodemailer replaces by `ESOCKET`.
 */
const smtpError = z.object({
  responseCode: z.number().optional(),
  errno: z.int().check(z.negative()).optional().catch(undefined),
  response: z.string().catch(""),
  command: z.string().catch(""),
});

/** From an error of nodemailer. The server's text may contain the recipient's address: only its codes are shown. */
export function toDeliveryError(error: unknown): DeliveryError {
  const { responseCode, errno, response, command } = smtpError.parse(error);
  const code = errno === undefined ? (getErrorCode(error) ?? "unknown") : getSystemErrorName(errno);
  if (responseCode !== undefined) {
    const message = `The mail server answered ${responseCode} (${code})`;
    if (
      SESSION_RESPONSES.includes(responseCode) ||
      SESSION_COMMAND.test(command) ||
      SHOP_REFUSAL.test(response)
    )
      return new DeliveryError(message, "server");
    // 503 is about the order of the commands, not about the mail.
    const isPermanent = responseCode >= 500 && responseCode !== 503;
    return new DeliveryError(message, isPermanent ? "permanent" : "temporary");
  }
  // The recipient is no address, so that nothing was sent.
  if (code === "EENVELOPE" && command === "API")
    return new DeliveryError(`The mail could not be composed (${code})`, "permanent");
  return new DeliveryError(`No answer (${code})`, "server");
}
