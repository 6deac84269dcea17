/**
 * What the product form accepts, with the sentences for what it does not: those of the database
 * (private.product_problems), which asks again. It gives the values as they are saved.
 */
import * as z from "zod/mini";
import { slugOf } from "../../../lib/slugs.ts";
import { tidied } from "../../../lib/typed-text.ts";
import type { Specification } from "./product.ts";

const MAX_PRICE = 100_000_000;
const MAX_STOCK = 999_999_999;

function text(max: number, message: string) {
  return z.string().check(tidied(), z.maxLength(max, message));
}

/** Null when empty. */
function optionalText(max: number, message: string) {
  return z.pipe(
    text(max, message),
    z.transform((typed) => typed || null),
  );
}

/** A whole number; `message` for anything else. */
function whole(min: number, max: number, message: string) {
  return z.pipe(
    z.string().check(z.refine((typed) => isWhole(typed, min, max), message)),
    z.transform(Number),
  );
}

/** The same, null when empty. */
function optionalWhole(min: number, max: number, message: string) {
  return z.pipe(
    z.string().check(z.refine((typed) => typed.trim() === "" || isWhole(typed, min, max), message)),
    z.transform((typed) => (typed.trim() === "" ? null : Number(typed))),
  );
}

function isWhole(typed: string, min: number, max: number): boolean {
  return /^\d{1,9}$/.test(typed.trim()) && Number(typed) >= min && Number(typed) <= max;
}

/** The first line without a name, or with one that stands further up; null when there is none. */
export function specificationFault(
  pairs: readonly Specification[],
): { index: number; message: string } | null {
  const names = pairs.map(({ name }) => name.trim());
  const index = names.findIndex((name, place) =>
    name === "" ? pairs[place]?.value.trim() !== "" : names.indexOf(name) < place,
  );
  if (index === -1) return null;
  return { index, message: names[index] === "" ? "Champ requis" : "Ce nom figure déjà dans la liste" };
}

const LINK = /^https?:\/\/\S+$/;
const TOO_MUCH = "La réduction doit être inférieure ou égale à 100%";

const fields = z.object({
  name: z
    .string()
    .check(
      tidied(),
      z.minLength(1, "Le nom du produit est requis"),
      z.maxLength(200, "Le nom compte au plus 200 caractères"),
    ),
  slug: z.pipe(
    z.string().check(z.refine((typed) => slugOf(typed) !== "", "Le slug URL est requis")),
    z.transform(slugOf),
  ),
  description: text(20_000, "La description compte au plus 20000 caractères"),
  category_id: z.pipe(
    z.string(),
    z.transform((chosen) => chosen || null),
  ),
  reference: optionalText(100, "La référence compte au plus 100 caractères"),
  price: whole(1, MAX_PRICE, "Le prix doit être un nombre positif"),
  old_price: optionalWhole(1, MAX_PRICE, "L'ancien prix doit être un nombre positif"),
  discount: z.pipe(
    z.string().check(
      z.refine((typed) => !(Number(typed) > 100), TOO_MUCH),
      z.refine(
        (typed) => typed.trim() === "" || Number(typed) > 100 || isWhole(typed, 0, 100),
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
          (typed) => typed.trim() === "" || isWhole(typed, 0, MAX_STOCK),
          "Le stock doit être un nombre positif ou zéro",
        ),
      ),
    z.transform(Number),
  ),
  is_new: z.boolean(),
  is_featured: z.boolean(),
  features: z.pipe(
    z.array(z.string().check(tidied())),
    z.transform((lines) => lines.filter(Boolean)),
  ),
  specifications: z.pipe(
    z.array(z.object({ name: z.string().check(tidied()), value: z.string().check(tidied()) })).check(
      z.refine((pairs) => specificationFault(pairs) === null, {
        error: "Chaque spécification a un nom, et un seul",
      }),
    ),
    z.transform((pairs) =>
      Object.fromEntries(pairs.filter(({ name }) => name).map(({ name, value }) => [name, value])),
    ),
  ),
  more_info_url: z.pipe(
    optionalText(2000, "Entrez une URL valide ou laissez vide"),
    z.nullable(z.string().check(z.regex(LINK, "Entrez une URL valide ou laissez vide"))),
  ),
  images: z
    .array(z.object({ image_url: z.string(), is_primary: z.boolean(), display_order: z.number() }))
    .check(z.maxLength(50, "Un produit a au plus 50 images")),
});

/** When there is an old price, the discount follows from it and is not said beside it. */
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

/** What stands beside a field that was just left, before anybody tried to save. */
const ON_LEAVING: Readonly<Record<string, string>> = {
  "Le nom du produit est requis": "Champ requis",
  "Le slug URL est requis": "Champ requis",
  "Le prix doit être un nombre positif": "Prix valide requis",
  "Le stock doit être un nombre positif ou zéro": "Stock valide requis",
};

export function onLeaving(message: string): string {
  return ON_LEAVING[message] ?? message;
}
