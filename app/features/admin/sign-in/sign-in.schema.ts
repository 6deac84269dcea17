/**
 * The validation rules of the admin sign-in form: both fields are required, and the email address must be
 * valid.
 */

import * as z from "zod/mini";
import { normalizedText } from "#app/lib/forms/text-schema.ts";
import { INVALID_EMAIL, PASSWORD_REQUIRED } from "#app/lib/forms/validation-messages.ts";

export const adminSignInSchema = z.object({
  email: z.pipe(
    z.string().check(normalizedText(), z.toLowerCase(), z.minLength(1, "L'email est requis")),
    z.email(INVALID_EMAIL),
  ),
  password: z.string().check(z.minLength(1, PASSWORD_REQUIRED)),
});
