/**
 * The validation rules of the brand form, with their error messages. The limits are those of the database.
 */
import * as z from "zod/mini";
import { optionalImageUrl } from "#app/features/admin/shared/fields/optional-image-url.ts";
import { requiredSlug } from "#app/features/admin/shared/fields/required-slug.ts";
import { optionalText, requiredText } from "#app/lib/forms/text-schema.ts";

export const brandSchema = z.object({
  name: requiredText(1, 200, "Le nom de la marque est requis"),
  logo: optionalImageUrl("L'URL du logo n'est pas valide"),
  slug: requiredSlug(220),
  description: z.pipe(
    optionalText(2000),
    z.transform((text) => text || null),
  ),
});

export type BrandInput = z.input<typeof brandSchema>;
export type BrandValues = z.output<typeof brandSchema>;
