/**
 * The choice among the variants of a product. It is in the address as `?variant=32-mm_4-m`: one word for each option, in
 * their order. The id of a variant is accepted too, since a cart knows nothing else, and the beginning of the words;
 * what names no variant is ignored.
 */
export const VARIANT_PARAM = "variant";

export interface ProductOption {
  name: string;
  choices: string[];
}

export interface ProductVariant {
  id: string;
  /** Its text in the address. */
  key: string;
  /** One of each option, in their order. */
  choices: string[];
  price: number;
  old_price: number | null;
  /** What its reduction is counted from. */
  lowest_price?: number | null;
  stock: number;
  reference: string | null;
  /** Null for that of the product. */
  image: string | null;
  /** Null for that of the product. */
  content_size: number | null;
}

export interface ProductVariants {
  /** Of very many choices those beside the chosen one. */
  options: ProductOption[];
  /** All of them, or else those that one press can lead to, in the order of the shop. */
  variants: ProductVariant[];
  isComplete: boolean;
  /** The number of choices of each option. */
  totals: number[];
  /** The number of all variants, and the dearest one's price. */
  count: number;
  highestPrice: number;
}

/** A choice of an option, as it is beside what is chosen of the others. */
export interface Choice {
  label: string;
  state: "chosen" | "available" | "sold-out" | "other" | "none";
  /** The variant that a press chooses, as text of the address; null where nothing has this choice. */
  key: string | null;
}

export interface OptionChoices {
  name: string;
  /** The label of what is chosen. */
  chosen: string;
  choices: Choice[];
}

/**
 * The variant of this text (`variant` of the address); else the first that can be bought, else the first. Undefined for a
 * product without variants.
 */
export function findVariant<V extends ProductVariant>(
  variants: readonly V[],
  text: string | null,
): V | undefined {
  const wanted = (text ?? "").trim().toLowerCase().replaceAll(/\s+/g, "-");
  const named = wanted && variants.find(({ id, key }) => key === wanted || id === wanted);
  if (named) return named;
  const similar = wanted ? variants.filter(({ key }) => key.startsWith(wanted)) : [];
  return findBuyable(similar) ?? findBuyable(variants);
}

function findBuyable<V extends ProductVariant>(variants: readonly V[]): V | undefined {
  return variants.find(({ stock }) => stock > 0) ?? variants[0];
}

/** The choices of each option beside the chosen variant. */
export function listChoices(
  { options, variants }: Pick<ProductVariants, "options" | "variants">,
  chosen: ProductVariant,
): OptionChoices[] {
  return options.map(({ name, choices }, index) => {
    const nearest = findNearest(variants, chosen, index);
    return {
      name,
      chosen: chosen.choices[index] ?? "",
      choices: choices.map((label) => {
        const variant = nearest.get(label);
        return {
          label,
          state: variant ? getState(variant, chosen, index) : "none",
          key: variant?.key ?? null,
        };
      }),
    };
  });
}

/** The variants that one press on a choice of these options can lead to, and the chosen one. */
export function listReachable(
  options: readonly ProductOption[],
  variants: readonly ProductVariant[],
  chosen: ProductVariant,
): ProductVariant[] {
  const reachable = new Set([chosen]);
  options.forEach(({ choices }, index) => {
    const nearest = findNearest(variants, chosen, index);
    for (const choice of choices) {
      const variant = nearest.get(choice);
      if (variant) reachable.add(variant);
    }
  });
  return variants.filter((variant) => reachable.has(variant));
}

function getState(variant: ProductVariant, chosen: ProductVariant, index: number): Choice["state"] {
  if (variant.choices[index] === chosen.choices[index]) return "chosen";
  if (countDifferences(variant, chosen) > 1) return "other";
  return variant.stock > 0 ? "available" : "sold-out";
}

/** For each choice of an option the variant that keeps the most of the other choices. */
function findNearest(
  variants: readonly ProductVariant[],
  chosen: ProductVariant,
  index: number,
): Map<string, ProductVariant> {
  const nearest = new Map<string, { variant: ProductVariant; distance: number }>();
  for (const variant of variants) {
    const label = variant.choices[index];
    if (label === undefined) continue;
    // What is sold out is nearer than what differs in another option: the choice says so.
    const distance = countDifferences(variant, chosen) * 2 + (variant.stock > 0 ? 0 : 1);
    const best = nearest.get(label);
    if (!best || distance < best.distance) nearest.set(label, { variant, distance });
  }
  return new Map([...nearest].map(([label, { variant }]) => [label, variant]));
}

function countDifferences(one: ProductVariant, other: ProductVariant): number {
  return one.choices.filter((choice, index) => choice !== other.choices[index]).length;
}
