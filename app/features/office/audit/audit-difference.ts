/** What an entry of the journal says has changed, field by field, as people read it. */
import { formatDateTime } from "../../../lib/date-times.ts";
import { formatXof } from "../../../lib/money.ts";
import { statusLabel } from "../status-tones.ts";
import { FIELDS, MONEY } from "./audit-words.ts";

/** A value that the database did not write down, as its trigger marks it. */
export const CONCEALED = "•••";

const LONGEST = 160;
const numbers = new Intl.NumberFormat("fr-FR");

export interface FieldChange {
  field: string;
  /** Null where nothing stood. */
  before: string | null;
  after: string | null;
}

interface Change {
  before: unknown;
  after: unknown;
}

/** Only what changed, in the order of the forms. `names` are what people call the rows that ids lead to. */
export function differenceOf({ before, after }: Change, names: ReadonlyMap<string, string>): FieldChange[] {
  const old = columnsOf(before);
  const now = columnsOf(after);
  const order = Object.keys(FIELDS);
  const placeOf = (column: string) => (order.indexOf(column) + order.length + 1) % (order.length + 1);
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .sort((a, b) => placeOf(a) - placeOf(b))
    .map((column) => ({
      field: FIELDS[column] ?? column,
      before: inWords(column, old[column], names),
      after: inWords(column, now[column], names),
    }))
    .filter((change) => change.before !== null || change.after !== null);
}

function columnsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function inWords(column: string, value: unknown, names: ReadonlyMap<string, string>): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "boolean") return value ? "Oui" : "Non";
  if (typeof value === "number") return MONEY.has(column) ? formatXof(value) : numbers.format(value);
  const text = typeof value === "string" ? textInWords(column, value, names) : listInWords(value);
  return text === "" ? null : shortened(text);
}

function textInWords(column: string, value: string, names: ReadonlyMap<string, string>): string {
  if (value === CONCEALED) return value;
  if (column === "status") return statusLabel(value);
  if (column.endsWith("_at")) return formatDateTime(value);
  if (column.endsWith("_id")) return names.get(value) ?? value.slice(0, 8);
  return value;
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
