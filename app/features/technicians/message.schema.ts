/** What the contact form accepts, with the sentences for what it does not. Lengths are those of the database. */
import * as z from "zod/mini";
import { isPhone, normalizePhone } from "../../lib/phone.ts";
import { textOf, tidied } from "../../lib/typed-text.ts";

export const messageSchema = z.object({
  name: textOf(1, 200, "Le nom est requis"),
  email: z.pipe(z.string().check(tidied()), z.email("Email invalide")),
  phone: z.pipe(
    z
      .string()
      .check(
        tidied(),
        z.minLength(1, "Le téléphone est requis"),
        z.refine(isPhone, "Numéro de téléphone invalide"),
        z.maxLength(40, "Numéro de téléphone invalide"),
      ),
    z.transform(normalizePhone),
  ),
  message: textOf(10, 5000, "Le message doit contenir au moins 10 caractères"),
});

/** The form as it is typed. */
export type MessageInput = z.input<typeof messageSchema>;
/** The form as it was accepted. */
export type MessageValues = z.output<typeof messageSchema>;
