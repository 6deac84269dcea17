/**
 * Attributes of products: what those of a category have in common, and how a value of one is written. Stored values are
 * read by hand: the product page shows them, and a schema library would weigh more than the page's own code.
 */
import { formatNumber } from "#app/lib/format/numbers.ts";
import { isRecord } from "#app/lib/is-record.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";

type Row = Database["public"]["Tables"]["attributes"]["Row"];
type Json = Database["public"]["Tables"]["products"]["Row"]["attributes"];

export const ATTRIBUTE_COLUMNS = "key,name,kind,unit,choices,position" as const;

export interface Choice {
  /** Made by the database from the first name; names the choice in products. */
  key: string;
  name: string;
}

/** What showing a value needs to know of its attribute. */
export type Attribute = Pick<Row, "key" | "name" | "kind" | "unit" | "choices" | "position">;

export interface NamedValue {
  key: string;
  name: string;
  value: string;
}

export function parseChoices(choices: Json): Choice[] {
  if (!Array.isArray(choices)) return [];
  return choices.flatMap((choice) => {
    const { key, name } = isRecord(choice) ? choice : {};
    return typeof key === "string" && typeof name === "string" ? [{ key, name }] : [];
  });
}

type AttributeValue = number | string | boolean;

/** The stored values by the keys of their attributes. */
export function parseAttributeValues(values: Json): Record<string, AttributeValue> {
  if (!isRecord(values)) return {};
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, AttributeValue] =>
      ["number", "string", "boolean"].includes(typeof entry[1]),
    ),
  );
}

/** The values of a product in the order of the attributes, as they are shown: «32 mm», «Gris», «Oui». */
export function listNamedValues(values: Json, attributes: readonly Attribute[]): NamedValue[] {
  const stored = parseAttributeValues(values);
  return attributes
    .toSorted((one, other) => one.position - other.position || one.name.localeCompare(other.name, "fr"))
    .flatMap((attribute) => {
      const value = stored[attribute.key];
      if (value === undefined) return [];
      return { key: attribute.key, name: attribute.name, value: formatValue(value, attribute) };
    });
}

function formatValue(value: number | string | boolean, { unit, choices }: Attribute): string {
  if (typeof value === "boolean") return value ? "Oui" : "Non";
  if (typeof value === "number") return `${formatNumber(value)}${unit ? `\u00a0${unit}` : ""}`;
  return parseChoices(choices).find(({ key }) => key === value)?.name ?? value;
}
