/** Composes a mail of the outbox: reads the data of its subject and renders the template of its kind. */
import type { Sql } from "#backend/core/database.ts";
import type { MailContent, Shop } from "./mail-content.ts";
import { findOrder, findTechnicianMessage } from "./mail-data.ts";
import type { OutboxMail } from "./outbox.ts";
import { renderAccountMail } from "./templates/account.ts";
import { typeset } from "./templates/format.ts";
import { renderOrderConfirmation } from "./templates/order-confirmation.ts";
import { renderReviewRequest } from "./templates/review-request.ts";
import { renderTechnicianMessage } from "./templates/technician-message.ts";

/** Null when the subject of the mail no longer exists. */
export async function composeMail(sql: Sql, mail: OutboxMail, shop: Shop): Promise<MailContent | null> {
  const content = await renderTemplate(sql, mail, shop);
  if (!content) return null;
  const { subject, html, text } = content;
  return { ...content, subject: typeset(subject), html: typeset(html), text: typeset(text) };
}

async function renderTemplate(sql: Sql, mail: OutboxMail, shop: Shop): Promise<MailContent | null> {
  switch (mail.kind) {
    case "order_confirmation": {
      const order = await findOrder(sql, mail.subject_id);
      return order ? renderOrderConfirmation(shop, order) : null;
    }
    case "review_request": {
      const order = await findOrder(sql, mail.subject_id);
      return order ? renderReviewRequest(shop, order, mail.payload.products) : null;
    }
    case "technician_message": {
      const message = await findTechnicianMessage(sql, mail.subject_id);
      return message ? renderTechnicianMessage(shop, message) : null;
    }
    default:
      return renderAccountMail(shop, mail.kind, mail.payload);
  }
}
