/** The fields of a customer, which several forms share. Lengths are those of the database. */

import * as z from "zod/mini";
import { isPhone, normalizePhone } from "#app/lib/format/phone.ts";
import { normalizedText, requiredText } from "./text-schema.ts";
import { INVALID_EMAIL, INVALID_PHONE, NAME_REQUIRED, NAME_WITH_LINK } from "./validation-messages.ts";

/** What a mail program shows as a link, as private.contains_link of the database has it. */
const LINK =
  /:\/\/|www[.．。｡]|@|[\p{L}\p{N}-]{2}[.．。｡][a-z]{2,24}(?![\p{L}\p{N}])|[.．。｡][a-z]{2,24}\//iu;

/** A name of a person: a text of `min` to `max` characters without a link; `tooShort` is the message for a shorter one. */
export function requiredName(min: number, max: number, tooShort: string) {
  return requiredText(min, max, tooShort).check(z.refine((text) => !LINK.test(text), NAME_WITH_LINK));
}

export const firstNameSchema = requiredName(2, 100, "Le prénom est requis");
export const lastNameSchema = requiredName(2, 100, NAME_REQUIRED);

/** The output is normalized by `normalizePhone`. */
export const phoneSchema = z.pipe(
  z.string().check(z.refine(isPhone, INVALID_PHONE), z.maxLength(40, INVALID_PHONE)),
  z.transform(normalizePhone),
);

/** No mailbox has a longer address (RFC 5321); the auth service and the database refuse one, too. */
const MAX_EMAIL_LENGTH = 254;

export const emailSchema = z.pipe(
  z.string().check(normalizedText()),
  z.email(INVALID_EMAIL).check(z.maxLength(MAX_EMAIL_LENGTH, INVALID_EMAIL)),
);
