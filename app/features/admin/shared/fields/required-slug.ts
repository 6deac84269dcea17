/** The word of a record in its page's address, as every form of the admin area checks it. */
import * as z from "zod/mini";
import { requiredText } from "#app/lib/forms/text-schema.ts";

const SLUG_REQUIRED = "Le slug est requis";

/** `max` is the limit of the database; `missing` is the message for an empty one. */
export function requiredSlug(max: number, missing: string = SLUG_REQUIRED) {
  return requiredText(1, max, missing).check(
    z.refine(
      (slug) => slug === "" || /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug),
      "Le slug se compose de minuscules, de chiffres et de tirets",
    ),
  );
}
