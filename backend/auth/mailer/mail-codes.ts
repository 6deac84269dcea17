/**
 * The codes of mails. A code is created, its token stored, and its mail queued in one transaction. The mail holds
 * the code and a link with its hash; using either consumes both.
 */

import type { AuthDeps } from "#backend/auth/endpoint.ts";
import { replaceOneTimeToken, type TokenType } from "#backend/auth/models/one-time-token.ts";
import { markSent, type SentAtColumn } from "#backend/auth/models/user.ts";
import { generateCode, hashCode, PKCE_PREFIX } from "#backend/auth/one-time-codes.ts";
import type { TransactionSql } from "#backend/core/database/database.ts";
import type { AccountMailKind } from "./account-mail.ts";

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
  mail: AccountMailKind;
  sent: SentAtColumn[];
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
  /** The recipient. */
  email: string;
  /** The final redirect target of the link, validated by redirects.ts. */
  redirectTo: string;
  /** Whether a PKCE flow waits for the link. */
  pkce: boolean;
  /** The new address, for a mail about a change of address. */
  newEmail?: string;
}

interface MailCode {
  code: string;
  hash: string;
  link: string;
  verifyType: string;
}

/** Creates a code and its link without sending them. */
export async function issueMailCode(
  tx: TransactionSql,
  { secret, settings }: AuthDeps,
  { userId, purpose, email, redirectTo, pkce }: CodeRequest,
): Promise<MailCode> {
  const { tokenType, verifyType, sent } = PURPOSES[purpose];
  const code = generateCode();
  const hash = (pkce ? PKCE_PREFIX : "") + hashCode(secret, email, code);
  await replaceOneTimeToken(tx, { userId, type: tokenType, hash, relatesTo: email });
  for (const column of sent) await markSent(tx, userId, column);
  const query = new URLSearchParams({ token: hash, type: verifyType, redirect_to: redirectTo });
  return { code, hash, link: `${settings.issuer}/verify?${query}`, verifyType };
}

/** Creates a code and its link, and queues the mail that carries them. */
export async function enqueueMailCode(
  tx: TransactionSql,
  deps: AuthDeps,
  request: CodeRequest,
): Promise<void> {
  const { code, link } = await issueMailCode(tx, deps, request);
  const { purpose, email, newEmail } = request;
  await deps.enqueueMail(tx, {
    kind: PURPOSES[purpose].mail,
    recipient: email,
    code,
    link,
    ...(newEmail && { newEmail }),
  });
}
