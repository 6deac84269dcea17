/**
 * The codes of mails: makes one, keeps what it stands for, and owes the mail that carries it, all in one transaction.
 * The mail has the code and a link with its hash; either one is spent by the other.
 */
import type { TransactionSql } from "../../core/database.ts";
import type { AuthDeps } from "../endpoint.ts";
import { replaceOneTimeToken, type TokenType } from "../models/one-time-token.ts";
import { type MailKind, oweMail } from "../models/outbox.ts";
import { markSent, type SentColumn } from "../models/user.ts";
import { codeHash, newCode, PKCE_PREFIX } from "../one-time-codes.ts";

type MailPurpose =
  | "signup"
  | "invite"
  | "recovery"
  | "magiclink"
  | "email_change_current"
  | "email_change_new"
  | "reauthentication";

interface Purpose {
  tokenType: TokenType;
  /** `type` of /verify. */
  verifyType: string;
  mail: MailKind;
  sent: SentColumn[];
}

const PURPOSES: Record<MailPurpose, Purpose> = {
  signup: {
    tokenType: "confirmation_token",
    verifyType: "signup",
    mail: "confirmation",
    sent: ["confirmation_sent_at"],
  },
  invite: {
    tokenType: "confirmation_token",
    verifyType: "invite",
    mail: "invitation",
    sent: ["confirmation_sent_at", "invited_at"],
  },
  recovery: {
    tokenType: "recovery_token",
    verifyType: "recovery",
    mail: "recovery",
    sent: ["recovery_sent_at"],
  },
  magiclink: {
    tokenType: "recovery_token",
    verifyType: "magiclink",
    mail: "sign_in",
    sent: ["recovery_sent_at"],
  },
  email_change_current: {
    tokenType: "email_change_token_current",
    verifyType: "email_change",
    mail: "email_change",
    sent: ["email_change_sent_at"],
  },
  email_change_new: {
    tokenType: "email_change_token_new",
    verifyType: "email_change",
    mail: "email_change",
    sent: ["email_change_sent_at"],
  },
  reauthentication: {
    tokenType: "reauthentication_token",
    verifyType: "reauthentication",
    mail: "reauthentication",
    sent: ["reauthentication_sent_at"],
  },
};

export interface CodeRequest {
  userId: string;
  purpose: MailPurpose;
  /** Where it is sent to. */
  email: string;
  /** Where the link leads in the end; checked by redirects.ts. */
  redirectTo: string;
  /** Whether a flow with a challenge waits for it. */
  pkce: boolean;
  /** The address that an account is to have, for a mail about that. */
  newEmail?: string;
}

interface MailCode {
  code: string;
  hash: string;
  link: string;
  verifyType: string;
}

/** A code and its link, for who will send them. */
export async function issueMailCode(
  tx: TransactionSql,
  { secret, settings }: AuthDeps,
  { userId, purpose, email, redirectTo, pkce }: CodeRequest,
): Promise<MailCode> {
  const { tokenType, verifyType, sent } = PURPOSES[purpose];
  const code = newCode();
  const hash = (pkce ? PKCE_PREFIX : "") + codeHash(secret, email, code);
  await replaceOneTimeToken(tx, { userId, type: tokenType, hash, relatesTo: email });
  for (const column of sent) await markSent(tx, userId, column);
  const query = new URLSearchParams({ token: hash, type: verifyType, redirect_to: redirectTo });
  return { code, hash, link: `${settings.issuer}/verify?${query}`, verifyType };
}

/** The same, and the mail that carries them. */
export async function mailCode(tx: TransactionSql, deps: AuthDeps, request: CodeRequest): Promise<void> {
  const { code, link } = await issueMailCode(tx, deps, request);
  const { newEmail } = request;
  await oweMail(tx, PURPOSES[request.purpose].mail, request.email, {
    code,
    link,
    ...(newEmail && { newEmail }),
  });
}
