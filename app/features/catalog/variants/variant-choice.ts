/**
 * The choice among the variants of a product. It is in the address as `?variant=32-mm_4-m`: one word for each option, in
 * their order. The id of a variant is accepted too, since a cart knows nothing else, and the beginning of the words.
 */
export const VARIANT_PARAM = "variant";
/** The text in the address instead of one that names no variant, so that the page has one such address. */
export const UNKNOWN_VARIANT = "inconnue";

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
  /** Missing where it can be ordered. */
  isSoldOut?: true;
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
  return findNamedVariant(variants, text) ?? findBuyable(variants);
}

/** The variant of this text; undefined if there is none. */
export function findNamedVariant<V extends ProductVariant>(
  variants: readonly V[],
  text: string | null,
): V | undefined {
  const wanted = (text ?? "").trim().toLowerCase().replaceAll(/\s+/g, "-");
  if (wanted === "") return undefined;
  return (
    variants.find(({ id, key }) => key === wanted || id === wanted) ??
    findBuyable(variants.filter(({ key }) => key.startsWith(wanted)))
  );
}

function findBuyable<V extends ProductVariant>(variants: readonly V[]): V | undefined {
  return variants.find(({ isSoldOut }) => !isSoldOut) ?? variants[0];
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
  return variant.isSoldOut ? "sold-out" : "available";
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
    const distance = countDifferences(variant, chosen) * 2 + (variant.isSoldOut ? 1 : 0);
    const best = nearest.get(label);
    if (!best || distance < best.distance) nearest.set(label, { variant, distance });
  }
  return new Map([...nearest].map(([label, { variant }]) => [label, variant]));
}

function countDifferences(one: ProductVariant, other: ProductVariant): number {
  return one.choices.filter((choice, index) => choice !== other.choices[index]).length;
}
