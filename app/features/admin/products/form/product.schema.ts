/**
 * The validation rules of the product form. Their messages are those of the database
 * (private.validate_product), which validates again. The output has the stored values.
 */
import * as z from "zod/mini";
import { slugify } from "#app/lib/format/slugs.ts";
import { normalizedText } from "#app/lib/forms/text-schema.ts";
import type { Specification } from "./product.ts";

const MAX_PRICE = 100_000_000;
const MAX_STOCK = 999_999_999;

function text(max: number, message: string) {
  return z.string().check(normalizedText(), z.maxLength(max, message));
}

/** Null when empty. */
function optionalText(max: number, message: string) {
  return z.pipe(
    text(max, message),
    z.transform((typed) => typed || null),
  );
}

/** A whole number; `message` for anything else. */
function wholeNumber(min: number, max: number, message: string) {
  return z.pipe(
    z.string().check(z.refine((typed) => isWholeNumber(typed, min, max), message)),
    z.transform(Number),
  );
}

/** The same, null when empty. */
function optionalWholeNumber(min: number, max: number, message: string) {
  return z.pipe(
    z.string().check(z.refine((typed) => typed.trim() === "" || isWholeNumber(typed, min, max), message)),
    z.transform((typed) => (typed.trim() === "" ? null : Number(typed))),
  );
}

function isWholeNumber(typed: string, min: number, max: number): boolean {
  return /^\d{1,9}$/.test(typed.trim()) && Number(typed) >= min && Number(typed) <= max;
}

/** The first line without a name, or with the name of an earlier line; null when there is none. */
export function findSpecificationError(
  pairs: readonly Specification[],
): { index: number; message: string } | null {
  const names = pairs.map(({ name }) => name.trim());
  const index = names.findIndex((name, place) =>
    name === "" ? pairs[place]?.value.trim() !== "" : names.indexOf(name) < place,
  );
  if (index === -1) return null;
  return { index, message: names[index] === "" ? "Champ requis" : "Ce nom figure déjà dans la liste" };
}

const LINK_PATTERN = /^https?:\/\/\S+$/;
const DISCOUNT_TOO_HIGH_MESSAGE = "La réduction doit être inférieure ou égale à 100%";

const fields = z.object({
  name: z
    .string()
    .check(
      normalizedText(),
      z.minLength(1, "Le nom du produit est requis"),
      z.maxLength(200, "Le nom compte au plus 200 caractères"),
    ),
  slug: z.pipe(
    z.string().check(z.refine((typed) => slugify(typed) !== "", "Le slug URL est requis")),
    z.transform(slugify),
  ),
  description: text(20_000, "La description compte au plus 20000 caractères"),
  category_id: z.pipe(
    z.string(),
    z.transform((id) => id || null),
  ),
  reference: optionalText(100, "La référence compte au plus 100 caractères"),
  price: wholeNumber(1, MAX_PRICE, "Le prix doit être un nombre positif"),
  old_price: optionalWholeNumber(1, MAX_PRICE, "L'ancien prix doit être un nombre positif"),
  discount: z.pipe(
    z.string().check(
      z.refine((typed) => !(Number(typed) > 100), DISCOUNT_TOO_HIGH_MESSAGE),
      z.refine(
        (typed) => typed.trim() === "" || Number(typed) > 100 || isWholeNumber(typed, 0, 100),
        "La réduction est un nombre entier de 0 à 100",
      ),
    ),
    z.transform((typed) => (typed.trim() === "" ? null : Number(typed))),
  ),
  stock: z.pipe(
    z
      .string()
      .check(
        z.refine(
          (typed) => typed.trim() === "" || isWholeNumber(typed, 0, MAX_STOCK),
          "Le stock doit être un nombre positif ou zéro",
        ),
      ),
    z.transform(Number),
  ),
  is_new: z.boolean(),
  is_featured: z.boolean(),
  features: z.pipe(
    z.array(z.string().check(normalizedText())),
    z.transform((lines) => lines.filter(Boolean)),
  ),
  specifications: z.pipe(
    z
      .array(
        z.object({ name: z.string().check(normalizedText()), value: z.string().check(normalizedText()) }),
      )
      .check(
        z.refine((pairs) => findSpecificationError(pairs) === null, {
          error: "Chaque spécification a un nom, et un seul",
        }),
      ),
    z.transform((pairs) =>
      Object.fromEntries(pairs.filter(({ name }) => name).map(({ name, value }) => [name, value])),
    ),
  ),
  more_info_url: z.pipe(
    optionalText(2000, "Entrez une URL valide ou laissez vide"),
    z.nullable(z.string().check(z.regex(LINK_PATTERN, "Entrez une URL valide ou laissez vide"))),
  ),
  images: z
    .array(z.object({ image_url: z.string(), is_primary: z.boolean(), display_order: z.number() }))
    .check(z.maxLength(50, "Un produit a au plus 50 images")),
});

/** With an old price, the discount follows from the prices and is omitted. */
export const productSchema = z.pipe(
  fields.check(
    z.refine(({ price, old_price }) => !(Number(old_price) > 0 && Number(old_price) <= Number(price)), {
      path: ["old_price"],
      error: "L'ancien prix doit être supérieur au prix",
    }),
  ),
  z.transform((product) => (product.old_price === null ? product : { ...product, discount: null })),
);

export type ProductValues = z.output<typeof productSchema>;

/** The messages beside a field after it was left, before the first submit. */
const BLUR_MESSAGES: Readonly<Record<string, string>> = {
  "Le nom du produit est requis": "Champ requis",
  "Le slug URL est requis": "Champ requis",
  "Le prix doit être un nombre positif": "Prix valide requis",
  "Le stock doit être un nombre positif ou zéro": "Stock valide requis",
};

export function toBlurMessage(message: string): string {
  return BLUR_MESSAGES[message] ?? message;
}
