/**
 * What `templates/<kind>.ts` exports as `template`: one kind of mail, with the query of its data and its
 * texts. A class, so that `compose-mail.ts` can check what it has loaded by the name of a kind.
 */
import type { Sql } from "#backend/core/database/database.ts";
import type { MailContent, Shop } from "./mail-content.ts";
import type { OutboxMail } from "./outbox.ts";

/** Null when what the mail is about was deleted. */
type ComposeMail = (mail: OutboxMail, shop: Shop, sql: Sql) => Promise<MailContent | null>;

export class MailTemplate {
  readonly compose: ComposeMail;

  constructor(compose: ComposeMail) {
    this.compose = compose;
  }
}
