/**
 * What a quantity is. It is always a whole number of steps; the product says how much of which unit a step is, and what
 * a packet of it covers. A product that says nothing of this is sold by the piece.
 */
import type { Unit } from "#app/lib/supabase/database.types.ts";
import { isMeasured, type MeasureUnit } from "./articles.ts";
import { formatXof } from "./money.ts";
import { formatNumber } from "./numbers.ts";

/** The columns of a product or of a sellable item that say by what it is sold. */
export interface SoldBy {
  unit?: Unit;
  /** How much of the unit one step is. */
  step_size?: number;
  /** The fewest steps that are sold. */
  minimum_quantity?: number;
  /** What one packet (one of the unit) covers. */
  content_size?: number | null;
  content_unit?: Unit | null;
}

/** A piece that consists of pieces, as a packet of fifty screws, is a «lot»: «pièce de 50 pièces» would say nothing. */
type Named = Unit | "lot";
const getNamed = ({ unit = "piece", content_unit = null }: SoldBy): Named =>
  unit === "piece" && content_unit === "piece" ? "lot" : unit;

/** What is counted has a plural; a measure has a symbol, after which its name is said. */
const COUNTED: Partial<Record<Named, [one: string, many: string]>> = {
  piece: ["pièce", "pièces"],
  lot: ["lot", "lots"],
  bag: ["sac", "sacs"],
  roll: ["rouleau", "rouleaux"],
  box: ["carton", "cartons"],
};
const MEASURES: Partial<Record<Named, [symbol: string, name: string]>> & Record<MeasureUnit, unknown> = {
  metre: ["m", "mètre"],
  square_metre: ["m²", "mètre carré"],
  cubic_metre: ["m³", "mètre cube"],
  kilogram: ["kg", "kilo"],
  litre: ["L", "litre"],
};

/** «carton», «m²». */
const getSymbol = (unit: Named) => getNames(unit)[0];
const getNames = (unit: Named): [string, ...string[]] => COUNTED[unit] ?? MEASURES[unit] ?? [unit];

/** «le carton», «le mètre carré», after a price. */
function getEach(unit: Named): string {
  if (unit === "piece") return "la pièce";
  return `le ${MEASURES[unit]?.[1] ?? getSymbol(unit)}`;
}

const NO_BREAK_SPACE = "\u00a0";
/** Sizes have three decimals; counted in thousandths they are whole, and no sum of them is inexact. */
const THOUSANDTHS = 1000;

/** 2.5 and «metre» -> «2,5 m»; 2 and «bag» -> «2 sacs»; in French, what is below two is singular. */
export function formatAmount(amount: number, unit: Named): string {
  const one = getSymbol(unit);
  const many = COUNTED[unit]?.[1] ?? one;
  return `${formatNumber(amount)}${NO_BREAK_SPACE}${amount < 2 ? one : many}`;
}

/** «4 pièces», «2,5 m»; of packets also what they cover: «3 cartons, 4,32 m²». */
export function formatQuantity(quantity: number, item: SoldBy): string {
  const amount = formatAmount(getAmount(quantity, item), getNamed(item));
  const content = getContent(quantity, item);
  return content ? `${amount}, ${formatAmount(content.amount, content.unit)}` : amount;
}

/** Whether its quantities need more than a number: false for what is sold by the piece, as most products. */
export function isSoldByUnit({ unit = "piece", step_size = 1, content_size = null }: SoldBy): boolean {
  return unit !== "piece" || step_size !== 1 || content_size !== null;
}

/** The amount of these steps without its unit, as it is typed: «2,5». */
export function formatTypedAmount(quantity: number, item: SoldBy): string {
  return String(getAmount(quantity, item)).replace(".", ",");
}

/** The unit after a typed amount; empty for what is counted. */
export function getUnitSymbol(item: SoldBy): string {
  return isMeasured(item) ? getSymbol(item.unit ?? "piece") : "";
}

/** «vendu par carton de 1,44 m²», «vendu au mètre», «vendu par 0,5 m»; empty for single pieces. */
export function formatSoldBy(item: SoldBy): string {
  if (!isSoldByUnit(item)) return "";
  const { step_size = 1, content_size = null, content_unit = null } = item;
  const unit = getNamed(item);
  const content =
    content_size !== null && content_unit ? ` de ${formatAmount(content_size, content_unit)}` : "";
  if (step_size !== 1) return `vendu par ${formatAmount(step_size, unit)}${content}`;
  if (!content && isMeasured(item)) return `vendu au ${MEASURES[unit]?.[1]}`;
  return `vendu par ${getSymbol(unit)}${content}`;
}

/** «minimum 5 m»; empty when a single step is sold. */
export function formatMinimum(item: SoldBy): string {
  const { minimum_quantity = 1 } = item;
  return minimum_quantity > 1 ? `minimum ${formatQuantity(minimum_quantity, item)}` : "";
}

/** One step as an order names it, so that the database refuses another: «0.5 metre», «1 box 1.44 square_metre». */
export function toStepText({ unit = "piece", step_size = 1, content_size, content_unit }: SoldBy): string {
  const step = `${step_size} ${unit}`;
  return content_size && content_unit ? `${step} ${content_size} ${content_unit}` : step;
}

/** «1 000», or «3 cartons, 4,32 m²», or «2,5 m»: a quantity beside a name or a price. */
export function formatShortQuantity(quantity: number, item: SoldBy): string {
  return isSoldByUnit(item) ? formatQuantity(quantity, item) : formatNumber(quantity);
}

/** «3 × Perceuse», «2,5 m : Câble souple»: what a line of an order holds, in a text. */
export function formatQuantityOf(quantity: number, name: string, item: SoldBy): string {
  return isSoldByUnit(item)
    ? `${formatQuantity(quantity, item)}${NO_BREAK_SPACE}: ${name}`
    : `${formatNumber(quantity)} × ${name}`;
}

/** «3 × 1 850 XOF», «3 cartons, 4,32 m², 5 400 XOF le carton»: what a line of an order is. */
export function formatLineQuantity(quantity: number, price: number, item: SoldBy): string {
  return isSoldByUnit(item)
    ? `${formatQuantity(quantity, item)}, ${formatStepPrice(price, item)}`
    : `${formatNumber(quantity)} × ${formatXof(price)}`;
}

/** The price of one step: «5 400 XOF le carton», «600 XOF les 0,5 m»; «l'unité» for single pieces. */
export function formatStepPrice(price: number, item: SoldBy): string {
  if (!isSoldByUnit(item)) return `${formatXof(price)} l'unité`;
  return `${formatXof(price)} ${formatPerUnit(item) || getEach("piece")}`;
}

/** What the price of a step is for, after the price: «le carton», «les 0,5 m»; empty for single pieces. */
export function formatPerUnit(item: SoldBy): string {
  const { step_size = 1 } = item;
  const unit = getNamed(item);
  if (unit === "piece") return "";
  return step_size === 1 ? getEach(unit) : `les ${formatAmount(step_size, unit)}`;
}

/**
 * The price by which goods are compared: «3 750 XOF/m²», rounded to francs. Empty when the price of a step says it
 * already.
 */
export function formatUnitPrice(price: number, item: SoldBy): string {
  const { unit = "piece", step_size = 1 } = item;
  const content = getContent(1, item);
  if (!content && step_size === 1) return "";
  const size = content?.amount ?? step_size;
  return `${formatXof(Math.round(price / size))}/${getSymbol(content?.unit ?? unit)}`;
}

/** The amount of its unit that these steps are. */
export function getAmount(quantity: number, { step_size = 1 }: SoldBy): number {
  return (quantity * toThousandths(step_size)) / THOUSANDTHS;
}

/** What these steps cover; null where packets say nothing of it. */
export function getContent(quantity: number, item: SoldBy): { amount: number; unit: Unit } | null {
  const { step_size = 1, content_size = null, content_unit = null } = item;
  if (content_size === null || content_unit === null) return null;
  const covered = quantity * toThousandths(step_size) * toThousandths(content_size);
  return { amount: covered / (THOUSANDTHS * THOUSANDTHS), unit: content_unit };
}

/**
 * The steps that are at least this amount of the unit (by default that of the product, or that of its content), and at
 * least the minimum. Null when the product is not measured in that unit.
 */
export function toSteps(amount: number, item: SoldBy, unit: Unit = item.unit ?? "piece"): number | null {
  const { minimum_quantity = 1 } = item;
  const content = getContent(1, item);
  const size =
    unit === (item.unit ?? "piece") ? getAmount(1, item) : content?.unit === unit ? content.amount : null;
  if (size === null) return null;
  // What exceeds a step by less than a millionth of it is an error of the division, and no need.
  const steps = Math.ceil(amount / size - 1e-6);
  return Math.max(minimum_quantity, steps > 0 ? steps : 0);
}

/** Parses an amount as it is typed: «2,5», «1 200», «3.75»; null for anything else, and for none or less. */
export function parseAmount(text: string): number | null {
  const plain = text.replaceAll(/[\s\u00a0\u202f]/g, "").replace(",", ".");
  if (!/^\d{1,9}(\.\d{1,6})?$/.test(plain)) return null;
  const amount = Number(plain);
  return amount > 0 ? amount : null;
}

/**
 * Parses an amount that may name its unit: «2,3», «2,3 m», «10 cartons», of boxes also what they cover, «5 m²» or «5m2». Without a
 * unit it is that of the product. Null for anything else.
 */
export function parseTypedAmount(text: string, item: SoldBy): { amount: number; unit: Unit } | null {
  const { unit: own = "piece", content_unit } = item;
  const plain = text.trim().replace(/m2$/i, "m²").replace(/m3$/i, "m³").toLowerCase();
  // «100 pièces» of lots of pieces would be as many lots.
  for (const unit of [getNamed(item), content_unit !== own && content_unit]) {
    const name = unit && getNames(unit).find((each) => plain.endsWith(each.toLowerCase()));
    if (!name) continue;
    const amount = parseAmount(plain.slice(0, -name.length));
    return amount === null ? null : { amount, unit: unit === "lot" ? own : unit };
  }
  const amount = parseAmount(plain);
  return amount === null ? null : { amount, unit: own };
}

function toThousandths(size: number): number {
  return Math.round(size * THOUSANDTHS);
}
