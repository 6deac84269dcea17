/**
 * Composes a mail of the outbox by the template of its kind, which is found by its name:
 * `templates/order-confirmation.ts` is that of `order_confirmation`, and all account mails share
 * `templates/account.ts`.
 */
import type { Sql } from "#backend/core/database/database.ts";
import type { MailContent, Shop } from "./mail-content.ts";
import { MailTemplate } from "./mail-template.ts";
import type { OutboxMail } from "./outbox.ts";
import { typeset } from "./templates/format.ts";

/** Null when what the mail is about was deleted. */
export async function composeMail(sql: Sql, mail: OutboxMail, shop: Shop): Promise<MailContent | null> {
  const template = await loadTemplate(mail.kind);
  const content = await template.compose(mail, shop, sql);
  if (!content) return null;
  const { subject, html, text } = content;
  return { ...content, subject: typeset(subject), html: typeset(html), text: typeset(text) };
}

/** Rejects for a kind without a template, which another version of the shop may have queued. */
export async function loadTemplate(kind: string): Promise<MailTemplate> {
  const name = kind.startsWith("account_") ? "account" : kind.replaceAll("_", "-");
  const module: { template?: unknown } = await import(`./templates/${name}.ts`);
  if (module.template instanceof MailTemplate) return module.template;
  throw new TypeError(`templates/${name}.ts exports no template`);
}
