/** A customer's telephone number in a form. Apart from phone.ts, which pages without a form load too. */
import * as z from "zod/mini";
import { isPhone, normalizePhone } from "./phone.ts";

const WRONG = "Numéro de téléphone invalide";

/** As typed; accepted, in the one form of `normalizePhone`. No longer than the database takes. */
export const phone = z.pipe(
  z.string().check(z.refine(isPhone, WRONG), z.maxLength(40, WRONG)),
  z.transform(normalizePhone),
);
