/** The schemas of the sign-in, registration and password forms with their error messages. */

import * as z from "zod/mini";
import { isPhone, normalizePhone } from "#app/lib/format/phone.ts";
import { emailSchema, firstNameSchema, lastNameSchema } from "#app/lib/forms/customer-fields.ts";
import { CURRENT_PASSWORD_REQUIRED } from "#app/lib/forms/validation-messages.ts";

/** In bytes, as the auth service counts. */
const MAX_PASSWORD_LENGTH = 72;

const email = z.pipe(emailSchema, z.string().check(z.toLowerCase()));

const password = z.string().check(
  z.minLength(6, "Le mot de passe doit contenir au moins 6 caractères"),
  z.maxLength(MAX_PASSWORD_LENGTH, `Le mot de passe ne peut pas dépasser ${MAX_PASSWORD_LENGTH} caractères`),
  z.refine(
    (typed) =>
      typed.length > MAX_PASSWORD_LENGTH || new TextEncoder().encode(typed).length <= MAX_PASSWORD_LENGTH,
    `Le mot de passe ne peut pas dépasser ${MAX_PASSWORD_LENGTH} caractères\u00a0; un accent compte pour deux`,
  ),
);

const confirmPassword = z.string().check(z.minLength(6, "Veuillez confirmer votre mot de passe"));

/** Runs a check also while other fields are invalid, so that all errors are reported at once. */
const isObjectInput = ({ value }: { value: unknown }) => typeof value === "object" && value !== null;

export const recoverySchema = z.object({ email });

export const signInSchema = z.object({ email, password });

/** Of an account that has no address yet. */
export const keepAccountSchema = z.object({ email, password });

export const signUpSchema = z
  .object({
    firstName: firstNameSchema,
    lastName: lastNameSchema,
    phone: z.pipe(
      z
        .string()
        .check(z.refine(isPhone, "Le numéro de téléphone est requis"), z.maxLength(40, "Numéro trop long")),
      z.transform(normalizePhone),
    ),
    email,
    password,
    confirmPassword,
  })
  .check(
    z.refine(({ password, confirmPassword }) => password === confirmPassword, {
      path: ["confirmPassword"],
      error: "Les mots de passe ne correspondent pas",
      when: isObjectInput,
    }),
  );

const passwordsMatch = z.refine<{ newPassword: string; confirmPassword: string }>(
  ({ newPassword, confirmPassword }) => newPassword === confirmPassword,
  { path: ["confirmPassword"], error: "Les mots de passe ne correspondent pas", when: isObjectInput },
);

export const changePasswordSchema = z
  .object({
    currentPassword: z.string().check(z.minLength(1, CURRENT_PASSWORD_REQUIRED)),
    newPassword: password,
    confirmPassword,
  })
  .check(passwordsMatch);

/** Without the current password: for recovery links. */
export const resetPasswordSchema = z.object({ newPassword: password, confirmPassword }).check(passwordsMatch);
