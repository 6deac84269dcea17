/**
 * The validation rules of the brand form, with their error messages. The limits are those of the database.
 */
import * as z from "zod/mini";
import { optionalImageUrl } from "#app/features/admin/shared/fields/optional-image-url.ts";
import { isSlug } from "#app/lib/format/slugs.ts";
import { optionalText, requiredText } from "#app/lib/forms/text-schema.ts";

export const brandSchema = z.object({
  name: requiredText(1, 200, "Le nom de la marque est requis"),
  logo: optionalImageUrl("L'URL du logo n'est pas valide"),
  slug: requiredText(1, 220, "Le slug est requis").check(
    z.refine(
      (slug) => slug === "" || isSlug(slug),
      "Le slug se compose de minuscules, de chiffres et de tirets",
    ),
  ),
  description: z.pipe(
    optionalText(2000),
    z.transform((text) => text || null),
  ),
});

export type BrandInput = z.input<typeof brandSchema>;
export type BrandValues = z.output<typeof brandSchema>;
