/**
 * The validation rules of the category form, with their error messages. The limits are those of the database.
 */
import * as z from "zod/mini";
import { optionalImageUrl } from "#app/features/admin/shared/fields/optional-image-url.ts";
import { requiredText } from "#app/lib/forms/text-schema.ts";

const REQUIRED_MESSAGE = "Nom et slug sont requis";

export const categorySchema = z.object({
  name: requiredText(1, 200, REQUIRED_MESSAGE),
  slug: requiredText(1, 220, REQUIRED_MESSAGE).check(
    z.refine(
      (slug) => slug === "" || /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug),
      "Le slug se compose de minuscules, de chiffres et de tirets",
    ),
  ),
  image: optionalImageUrl("L'URL de l'image n'est pas valide"),
});

export type CategoryInput = z.input<typeof categorySchema>;
export type CategoryValues = z.output<typeof categorySchema>;
