/** From a mail that is owed to the letter that leaves: reads what it is about and fills its kind's template. */
import type { Sql } from "../core/database.ts";
import type { Letter, Shop } from "./letter.ts";
import type { OwedMail } from "./outbox.ts";
import { findMessage, findOrder } from "./subjects.ts";
import { accountLetter } from "./templates/account.ts";
import { typeset } from "./templates/format.ts";
import { orderConfirmation } from "./templates/order-confirmation.ts";
import { reviewRequest } from "./templates/review-request.ts";
import { technicianMessage } from "./templates/technician-message.ts";

/** Null when what the mail is about no longer exists. */
export async function compose(sql: Sql, mail: OwedMail, shop: Shop): Promise<Letter | null> {
  const letter = await fill(sql, mail, shop);
  if (!letter) return null;
  const { subject, html, text } = letter;
  return { ...letter, subject: typeset(subject), html: typeset(html), text: typeset(text) };
}

async function fill(sql: Sql, mail: OwedMail, shop: Shop): Promise<Letter | null> {
  switch (mail.kind) {
    case "order_confirmation": {
      const order = await findOrder(sql, mail.subject_id);
      return order ? orderConfirmation(shop, order) : null;
    }
    case "review_request": {
      const order = await findOrder(sql, mail.subject_id);
      return order ? reviewRequest(shop, order, mail.payload.products) : null;
    }
    case "technician_message": {
      const message = await findMessage(sql, mail.subject_id);
      return message ? technicianMessage(shop, message) : null;
    }
    default:
      return accountLetter(shop, mail.kind, mail.payload);
  }
}
