/** The fields of a customer, which several forms share. Lengths are those of the database. */

import * as z from "zod/mini";
import { isPhone, normalizePhone } from "#app/lib/format/phone.ts";
import { requiredText } from "./text-schema.ts";
import { INVALID_PHONE, NAME_REQUIRED } from "./validation-messages.ts";

export const firstNameSchema = requiredText(2, 100, "Le prénom est requis");
export const lastNameSchema = requiredText(2, 100, NAME_REQUIRED);

/** The output is normalized by `normalizePhone`. */
export const phoneSchema = z.pipe(
  z.string().check(z.refine(isPhone, INVALID_PHONE), z.maxLength(40, INVALID_PHONE)),
  z.transform(normalizePhone),
);
