/** The validation rules of the forms about administrators. */
import * as z from "zod/mini";
import { normalizedText, requiredText } from "#app/lib/forms/text-schema.ts";
import { INVALID_EMAIL, NAME_REQUIRED, PASSWORD_REQUIRED } from "#app/lib/forms/validation-messages.ts";
import { STAFF_ROLE_VALUES } from "#app/lib/supabase/database.types.ts";

export const administratorSchema = z.object({
  name: requiredText(2, 200, NAME_REQUIRED),
  email: z.pipe(z.string().check(normalizedText(), z.toLowerCase()), z.email(INVALID_EMAIL)),
  role: z.enum(STAFF_ROLE_VALUES),
});
export type AdministratorValues = z.output<typeof administratorSchema>;

/** The password of an account that exists. */
export const knownPasswordSchema = z.object({
  password: z.string().check(z.minLength(1, PASSWORD_REQUIRED)),
});

/** Administrators have longer passwords than customers; the auth service has the same rule for their changes. */
export const newPasswordSchema = z.object({
  password: z
    .string()
    .check(
      z.minLength(12, "Le mot de passe doit contenir au moins 12 caractères"),
      z.maxLength(72, "Le mot de passe ne peut pas dépasser 72 caractères"),
    ),
});
