/** The text message that tells a customer without an e-mail address a step of an order. */
import { formatOrderText } from "#app/lib/models/order-messages.ts";
import { findOrderStep } from "#jobs/mail/mail-data.ts";
import { MailTemplate } from "#jobs/mail/mail-template.ts";

export const template = new MailTemplate(async ({ subject_id }, shop, sql) => {
  const told = await findOrderStep(sql, subject_id);
  if (!told) return null;
  const text = formatOrderText(told.step, told.order, shop, told.order.token);
  return { subject: "", html: "", text };
});
