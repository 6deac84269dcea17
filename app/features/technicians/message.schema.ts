/** What the contact form accepts, with the sentences for what it does not. Lengths are those of the database. */
import * as z from "zod/mini";
import { isPhone, normalizePhone } from "../../lib/phone.ts";
import { tidied } from "../../lib/typed-text.ts";

function required(max: number, message: string) {
  return z.string().check(tidied(), z.minLength(1, message), z.maxLength(max, `${max} caractères au plus`));
}

export const messageSchema = z.object({
  name: required(200, "Le nom est requis"),
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
  message: z
    .string()
    .check(
      tidied(),
      z.minLength(10, "Le message doit contenir au moins 10 caractères"),
      z.maxLength(5000, "5000 caractères au plus"),
    ),
});

/** The form as it is typed. */
export type MessageInput = z.input<typeof messageSchema>;
/** The form as it was accepted. */
export type MessageValues = z.output<typeof messageSchema>;
