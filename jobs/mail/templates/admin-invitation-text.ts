/** The text message that invites the owner of a number into the staff. */
import { z } from "zod";
import { formatInvitationText, getInvitationPath } from "#app/lib/models/staff-invitations.ts";
import { MailTemplate } from "#jobs/mail/mail-template.ts";

const payloadSchema = z.object({ token: z.string() });

export const template = new MailTemplate(async ({ payload }, shop) => {
  const link = shop.siteUrl + getInvitationPath(payloadSchema.parse(payload).token);
  return { subject: "", html: "", text: formatInvitationText(shop.name, link) };
});
