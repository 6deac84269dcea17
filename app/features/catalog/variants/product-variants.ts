/**
 * What a product page is sent of the variants: all of a few, and of many those that one press can lead to. A page of a
 * thousand variants is then as light as that of ten.
 */
import { slugify } from "#app/lib/format/slugs.ts";
import { isSoldOut } from "#app/lib/models/sold-out.ts";
import {
  findVariant,
  listReachable,
  type ProductOption,
  type ProductVariant,
  type ProductVariants,
} from "./variant-choice.ts";

/** As many are sent at once; the choice among them then needs no request. */
const MAX_SENT = 60;
/** Further choices of an option are found by typing. */
const MAX_CHOICES = 100;

export type VariantRow = Omit<ProductVariant, "key" | "isSoldOut">;

/** `text` is the choice in the address, `minimum` the smallest quantity of an order. Null for a product without variants. */
export function toProductVariants(
  options: readonly ProductOption[],
  rows: readonly VariantRow[],
  text: string | null,
  minimum = 1,
): ProductVariants | null {
  const words = options.map(({ choices }) => toWords(choices));
  const variants = rows.map((row) => ({
    ...row,
    ...(isSoldOut({ stock: row.stock, minimum_quantity: minimum }) && { isSoldOut: true as const }),
    key: row.choices.map((choice, index) => words[index]?.get(choice) ?? "").join("_"),
  }));
  const chosen = findVariant(variants, text);
  if (!chosen) return null;
  const facts = {
    totals: options.map(({ choices }) => choices.length),
    count: variants.length,
    highestPrice: Math.max(...variants.map(({ price }) => price)),
  };
  const isComplete = variants.length <= MAX_SENT;
  if (isComplete) return { options: [...options], variants, isComplete, ...facts };
  const shown = options.map(({ name, choices }, index) => ({
    name,
    choices: selectAround(choices, chosen.choices[index] ?? ""),
  }));
  return { options: shown, variants: listReachable(shown, variants, chosen), isComplete, ...facts };
}

/** The word of each choice in the address; a number distinguishes choices of the same letters, as «1/2» and «1-2». */
function toWords(choices: readonly string[]): Map<string, string> {
  const used = new Set<string>();
  return new Map(
    choices.map((choice, index) => {
      // «Ø 32» is asked for as 32.
      const plain = slugify(choice.replaceAll("Ø", ""));
      const word = plain === "" || used.has(plain) ? `${plain}~${index + 1}` : plain;
      used.add(word);
      return [choice, word];
    }),
  );
}

function selectAround(choices: readonly string[], chosen: string): string[] {
  const start = Math.max(
    0,
    Math.min(choices.indexOf(chosen) - MAX_CHOICES / 2, choices.length - MAX_CHOICES),
  );
  return choices.slice(start, start + MAX_CHOICES);
}
