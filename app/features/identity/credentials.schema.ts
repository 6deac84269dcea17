/** What the sign-in, the registration and the password form accept, with the sentences for what they do not. */
import * as z from "zod/mini";
import { firstName, lastName } from "../../lib/customer-names.ts";
import { isPhone, normalizePhone } from "../../lib/phone.ts";
import { tidied } from "../../lib/typed-text.ts";

/** The auth service hashes no more than this; longer passwords are refused before they are sent. */
const MAX_PASSWORD = 72;

const email = z.pipe(z.string().check(tidied(), z.toLowerCase()), z.email("Email invalide"));

const password = z
  .string()
  .check(
    z.minLength(6, "Le mot de passe doit contenir au moins 6 caractères"),
    z.maxLength(MAX_PASSWORD, `Le mot de passe ne peut pas dépasser ${MAX_PASSWORD} caractères`),
  );

const confirmPassword = z.string().check(z.minLength(6, "Veuillez confirmer votre mot de passe"));

/** Also while other fields are wrong: all that is to be mended is said at once. */
const always = ({ value }: { value: unknown }) => typeof value === "object" && value !== null;

export const recoverySchema = z.object({ email });

export const signInSchema = z.object({ email, password });

export const signUpSchema = z
  .object({
    firstName,
    lastName,
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
      when: always,
    }),
  );

const sameTwice = z.refine<{ newPassword: string; confirmPassword: string }>(
  ({ newPassword, confirmPassword }) => newPassword === confirmPassword,
  { path: ["confirmPassword"], error: "Les mots de passe ne correspondent pas", when: always },
);

export const newPasswordSchema = z
  .object({
    currentPassword: z.string().check(z.minLength(1, "Le mot de passe actuel est requis.")),
    newPassword: password,
    confirmPassword,
  })
  .check(sameTwice);

/** Of who does not know the current one. */
export const chosenPasswordSchema = z.object({ newPassword: password, confirmPassword }).check(sameTwice);
