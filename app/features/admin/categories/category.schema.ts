/**
 * The validation rules of the category form, with their error messages. The limits are those of the database.
 */
import * as z from "zod/mini";
import { optionalImageUrl } from "#app/features/admin/shared/fields/optional-image-url.ts";
import { requiredSlug } from "#app/features/admin/shared/fields/required-slug.ts";
import { optionalText, requiredText } from "#app/lib/forms/text-schema.ts";
import { CALCULATOR_KINDS } from "#app/lib/models/calculators.ts";

const REQUIRED_MESSAGE = "Nom et slug sont requis";

const NUMBER_MESSAGE = "Un nombre, 100000 au plus";
const WASTE_MESSAGE = "De 0 à 100 %";

/** A number as it is typed: «12,5». */
const typedNumber = (minimum: number, maximum: number, message: string) =>
  z.pipe(
    z.string().check(z.regex(/^\s*\d{1,6}([.,]\d{1,3})?\s*$/, message)),
    z.pipe(
      z.transform((text: string) => Number(text.trim().replace(",", "."))),
      z.number().check(z.gte(minimum, message), z.lte(maximum, message)),
    ),
  );

/** The limits of private.is_calculator_list. */
const calculatorSchema = z.object({
  kind: z.enum(CALCULATOR_KINDS),
  word: optionalText(60),
  waste: typedNumber(0, 100, WASTE_MESSAGE),
  rate: typedNumber(0.01, 100_000, NUMBER_MESSAGE),
});

export const MAX_CALCULATORS = 10;

export const categorySchema = z.object({
  name: requiredText(1, 200, REQUIRED_MESSAGE),
  slug: requiredSlug(220, REQUIRED_MESSAGE),
  image: optionalImageUrl("L'URL de l'image n'est pas valide"),
  /** Null for a family. */
  parent_id: z.pipe(
    z.string(),
    z.transform((id) => id || null),
  ),
  description: z.pipe(
    optionalText(2000),
    z.transform((text) => text || null),
  ),
  calculators: z.array(calculatorSchema).check(z.maxLength(MAX_CALCULATORS)),
});

export type CategoryInput = z.input<typeof categorySchema>;
export type CategoryValues = z.output<typeof categorySchema>;
