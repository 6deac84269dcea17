/** What every form asks of a customer in the same words. Lengths are those of the database. */
import * as z from "zod/mini";
import { isPhone, normalizePhone } from "./phone.ts";
import { textOf } from "./typed-text.ts";

export const firstName = textOf(2, 100, "Le prénom est requis");
export const lastName = textOf(2, 100, "Le nom est requis");

const WRONG_NUMBER = "Numéro de téléphone invalide";

/** As typed; accepted, in the one form of `normalizePhone`. */
export const phone = z.pipe(
  z.string().check(z.refine(isPhone, WRONG_NUMBER), z.maxLength(40, WRONG_NUMBER)),
  z.transform(normalizePhone),
);
