/** The schema of the contact form with its error messages. Lengths match the database's. */

import * as z from "zod/mini";
import { isPhone, normalizePhone } from "#app/lib/format/phone.ts";
import { emailSchema, requiredName } from "#app/lib/forms/customer-fields.ts";
import { normalizedText, requiredText } from "#app/lib/forms/text-schema.ts";
import { INVALID_PHONE, NAME_REQUIRED } from "#app/lib/forms/validation-messages.ts";

export const messageSchema = z.object({
  name: requiredName(1, 200, NAME_REQUIRED),
  email: emailSchema,
  phone: z.pipe(
    z
      .string()
      .check(
        normalizedText(),
        z.minLength(1, "Le téléphone est requis"),
        z.refine(isPhone, INVALID_PHONE),
        z.maxLength(40, INVALID_PHONE),
      ),
    z.transform(normalizePhone),
  ),
  message: requiredText(10, 5000, "Le message doit contenir au moins 10 caractères"),
});

/** The form's input values. */
export type MessageInput = z.input<typeof messageSchema>;
/** The validated values. */
export type MessageValues = z.output<typeof messageSchema>;
