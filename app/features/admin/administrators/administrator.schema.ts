/** The validation rules of the forms about administrators. */
import * as z from "zod/mini";
import { normalizePhone } from "#app/lib/format/phone.ts";
import { normalizedText, requiredText } from "#app/lib/forms/text-schema.ts";
import { INVALID_EMAIL, NAME_REQUIRED, PASSWORD_REQUIRED } from "#app/lib/forms/validation-messages.ts";
import { STAFF_ROLE_VALUES } from "#app/lib/supabase/database.types.ts";

/** Where the invitation goes: an e-mail address in lower case, or a number with its country code. */
const contactSchema = z.pipe(
  z.pipe(
    z.string().check(normalizedText(), z.toLowerCase()),
    z.transform((text) => (text.includes("@") ? text : normalizePhone(text))),
  ),
  z
    .string()
    .check(
      z.refine(
        (text) => /^\+[1-9]\d{9,14}$/.test(text) || z.email().safeParse(text).success,
        "Indiquez une adresse e-mail ou un numéro de téléphone",
      ),
    ),
);

export const administratorSchema = z.object({
  name: requiredText(2, 200, NAME_REQUIRED),
  contact: contactSchema,
  role: z.enum(STAFF_ROLE_VALUES),
});
export type AdministratorValues = z.output<typeof administratorSchema>;

/** The password of an account that exists. */
const knownPasswordSchema = z.object({
  password: z.string().check(z.minLength(1, PASSWORD_REQUIRED)),
});

/** The account that somebody invited by their number has, or makes. */
const emailSchema = z.pipe(z.string().check(normalizedText(), z.toLowerCase()), z.email(INVALID_EMAIL));

/** Administrators have longer passwords than customers; the auth service has the same rule for their changes. */
export const newPasswordSchema = z.object({
  password: z
    .string()
    .check(
      z.minLength(12, "Le mot de passe doit contenir au moins 12 caractères"),
      z.maxLength(72, "Le mot de passe ne peut pas dépasser 72 caractères"),
    ),
});

export const knownAccountSchema = z.extend(knownPasswordSchema, { email: emailSchema });
export const newAccountSchema = z.extend(newPasswordSchema, { email: emailSchema });
