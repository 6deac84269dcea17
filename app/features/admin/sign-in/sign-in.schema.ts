/**
 * The validation rules of the admin sign-in form: both fields are required, and the email address must be
 * valid.
 */
import * as z from "zod/mini";
import { normalizedText } from "#app/lib/forms/text-schema.ts";

export const adminSignInSchema = z.object({
  email: z.pipe(
    z.string().check(normalizedText(), z.toLowerCase(), z.minLength(1, "L'email est requis")),
    z.email("Email invalide"),
  ),
  password: z.string().check(z.minLength(1, "Le mot de passe est requis")),
});
