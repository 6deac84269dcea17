/**
 * The facets of a list: what its products have in common, such as a colour or a power, with the number of products of
 * each value. A chosen value stands in the address as «couleur:gris», a range of numbers as «puissance:500-1000»; which
 * of them exist only the database knows.
 */
import { formatNumber, formatTotal } from "#app/lib/format/numbers.ts";

export interface FacetOption {
  /** As in the address: the key of a choice, a number, «oui» or «non». */
  value: string;
  /** Of a choice or a brand. */
  name: string | null;
  /** The products of the list that have it. */
  total: number;
}

export interface Facet {
  key: string;
  name: string;
  kind: "number" | "choice" | "boolean";
  unit: string | null;
  /** Whether the totals are counted; those of very many products are estimated. */
  isExact: boolean;
  options: FacetOption[];
}

/** As many as the key of a cached page and the database read (app/server/page-key.ts, private.read_facets). */
const MAX_FACETS = 20;
const MAX_LENGTH = 100;
/** «500-», «-1000» or «500-1000». */
const RANGE = /^(\d{1,9}(?:\.\d{1,3})?)?-(\d{1,9}(?:\.\d{1,3})?)?$/;

/** The values of an address in one order. The two ends of a range, which a form sends one by one, become one value. */
export function parseFacets(texts: readonly string[]): string[] {
  const items = new Set<string>();
  const lows = new Map<string, string>();
  const highs = new Map<string, string>();
  for (const text of texts.map((text) =>
    text
      .replace(/[\p{Cc}\p{Cs}]/gu, "")
      .trim()
      .slice(0, MAX_LENGTH),
  )) {
    const [key, value] = splitFacet(text);
    const range = RANGE.exec(value);
    if (range?.[1] !== undefined && range[2] === undefined) lows.set(key, range[1]);
    else if (range?.[1] === undefined && range?.[2] !== undefined) highs.set(key, range[2]);
    else if (range) items.add(formatRange(key, range[1], range[2]));
    else if (text !== "") items.add(text);
  }
  for (const key of new Set([...lows.keys(), ...highs.keys()])) {
    items.add(formatRange(key, lows.get(key), highs.get(key)));
  }
  return [...items].sort().slice(0, MAX_FACETS);
}

/** «puissance:500-1000», also for the bounds in the other order. */
function formatRange(key: string, low = "", high = ""): string {
  const isReversed = low !== "" && high !== "" && Number(low) > Number(high);
  return `${key}:${isReversed ? `${high}-${low}` : `${low}-${high}`}`;
}

/** «couleur:gris» -> ["couleur", "gris"]. */
function splitFacet(item: string): [key: string, value: string] {
  const mark = item.indexOf(":");
  return mark === -1 ? [item, ""] : [item.slice(0, mark), item.slice(mark + 1)];
}

/** The bounds of the range that is chosen of a facet, "" for none. */
export function getChosenRange(facet: string, chosen: readonly string[]): { low: string; high: string } {
  for (const item of chosen) {
    const [key, value] = splitFacet(item);
    const range = key === facet ? RANGE.exec(value) : null;
    if (range) return { low: range[1] ?? "", high: range[2] ?? "" };
  }
  return { low: "", high: "" };
}

/** «32 mm», «Gris», «Oui». */
export function formatOption({ unit }: Facet, { value, name }: Pick<FacetOption, "value" | "name">): string {
  if (name !== null) return name;
  if (value === "oui") return "Oui";
  if (value === "non") return "Non";
  return formatQuantity(value, unit);
}

function formatQuantity(number: string, unit: string | null): string {
  return `${formatNumber(Number(number))}${unit ? `\u00a0${unit}` : ""}`;
}

/** The number beside a value: «12», or «environ 1 200». */
export function formatOptionTotal(facet: Facet, { total }: FacetOption): string {
  return formatTotal(total, !facet.isExact && total > 0);
}

/** A chosen value with the name of its facet: «Couleur : Gris», «Puissance : 500 à 1 000 W». */
export function describeFacet(item: string, facets: readonly Facet[]): string {
  const [key, value] = splitFacet(item);
  const facet = facets.find((facet) => facet.key === key);
  if (!facet) return item;
  const option = facet.options.find((option) => option.value === value);
  return `${facet.name}\u00a0: ${describeValue(facet, value, option?.name ?? null)}`;
}

function describeValue(facet: Facet, value: string, name: string | null): string {
  const range = name === null ? RANGE.exec(value) : null;
  if (!range) return formatOption(facet, { value, name });
  const [, low, high] = range;
  if (high === undefined) return `dès ${formatQuantity(low ?? "", facet.unit)}`;
  if (low === undefined) return `jusqu'à ${formatQuantity(high, facet.unit)}`;
  return `${formatNumber(Number(low))} à ${formatQuantity(high, facet.unit)}`;
}
