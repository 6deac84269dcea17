/** What an entry of the journal says has changed, field by field, as people read it. */
import { formatDateTime } from "../../../lib/date-times.ts";
import { formatXof } from "../../../lib/money.ts";
import { statusLabel } from "../status-tones.ts";
import { columnsOf, FIELDS, MONEY, PICTURES, UNSAID, VALUES } from "./audit-words.ts";

/** A value that the database did not write down, as its trigger marks it. */
export const CONCEALED = "•••";

const LONGEST = 160;
const numbers = new Intl.NumberFormat("fr-FR");

export interface FieldChange {
  field: string;
  /** The values are addresses of pictures. */
  isPicture: boolean;
  /** Null where nothing stood. */
  before: string | null;
  after: string | null;
}

/** By ids; null when they could not be read. */
export type Names = ReadonlyMap<string, string> | null;

interface Change {
  action: string;
  table_name: string;
  before: unknown;
  after: unknown;
}

/**
 * Only what changed, in the order of the forms, and of a picture which one it is. `names` are what people call the
 * rows that ids lead to.
 */
export function differenceOf(change: Change, names: Names): FieldChange[] {
  const old = columnsOf(change.before);
  const now = columnsOf(change.after);
  const order = Object.keys(FIELDS);
  const placeOf = (column: string) => (order.indexOf(column) + order.length + 1) % (order.length + 1);
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((column) => isTold(column, change))
    .sort((a, b) => placeOf(a) - placeOf(b))
    .map((column) => ({
      field: FIELDS[column] ?? "Autre",
      isPicture: PICTURES.has(column),
      before: inWords(column, old[column], names),
      after: inWords(column, now[column], names),
    }))
    .filter(({ before, after }) => before !== null || after !== null);
}

/** Of a picture not what the word for the action says already, nor that it was one among others. */
function isTold(column: string, { action, table_name, before, after }: Change): boolean {
  if (UNSAID.includes(column)) return false;
  if (table_name !== "product_images" || column === "image_url") return true;
  if (column === "display_order") return action === "update";
  return action !== "update" && columnsOf(after ?? before)[column] === true;
}

function inWords(column: string, value: unknown, names: Names): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "boolean") return value ? "Oui" : "Non";
  if (typeof value === "number") return numberInWords(column, value);
  const text = typeof value === "string" ? textInWords(column, value, names) : listInWords(value);
  if (text === "") return null;
  return PICTURES.has(column) ? text : shortened(text);
}

function numberInWords(column: string, value: number): string {
  if (MONEY.has(column)) return formatXof(value);
  // People count from one.
  return numbers.format(column === "display_order" ? value + 1 : value);
}

function textInWords(column: string, value: string, names: Names): string {
  if (value === CONCEALED) return value;
  if (column === "status") return statusLabel(value);
  if (column.endsWith("_at")) return formatDateTime(value);
  if (column.endsWith("_id")) return names === null ? "non lu" : (names.get(value) ?? "n'existe plus");
  return VALUES[column]?.[value] ?? value;
}

/** A list by its entries, names with their values as «nom : valeur». */
function listInWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(String).join(", ");
  return Object.entries(columnsOf(value))
    .map(([name, entry]) => `${name} : ${entry}`)
    .join(", ");
}

/** By whole characters: half a sign is none. */
function shortened(text: string): string {
  const letters = [...text];
  return letters.length <= LONGEST ? text : `${letters.slice(0, LONGEST).join("")}…`;
}
