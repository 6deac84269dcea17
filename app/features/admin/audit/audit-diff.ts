/** The diff of an audit entry: its changed fields, formatted for the screen. */

import { UNLIMITED_LABEL } from "#app/features/admin/shared/labels/limit-labels.ts";
import { getOrderStatusLabel, isOrderStatus } from "#app/features/admin/shared/labels/order-statuses.ts";
import { getQuoteStatusLabel } from "#app/features/admin/shared/labels/quote-labels.ts";
import { formatDateTime } from "#app/lib/format/date-times.ts";
import { formatDuration } from "#app/lib/format/durations.ts";
import { formatXof } from "#app/lib/format/money.ts";
import { formatNumber } from "#app/lib/format/numbers.ts";
import {
  type AuditChange,
  FIELD_LABELS,
  HIDDEN_FIELDS,
  IMAGE_FIELDS,
  MONEY_FIELDS,
  toColumns,
  VALUE_LABELS,
} from "./audit-labels.ts";

/** A redacted value, as the database's audit trigger writes it. */
export const REDACTED = "•••";

const MAX_LENGTH = 160;

export interface FieldChange {
  field: string;
  /** The values are image URLs. */
  isImage: boolean;
  /** Null where there was no value. */
  before: string | null;
  after: string | null;
}

/** Names of rows by id; null when they failed to load. */
export type NamesById = ReadonlyMap<string, string> | null;

/**
 * Only the changed fields, in the order of the forms, plus the URL of a changed image. `names` are the names
 * of the rows that ids refer to.
 */
export function diffAuditEntry(change: AuditChange, names: NamesById): FieldChange[] {
  const old = toColumns(change.before);
  const now = toColumns(change.after);
  const order = Object.keys(FIELD_LABELS);
  // An unknown column, at index -1, comes last.
  const getPosition = (column: string) => (order.indexOf(column) + order.length + 1) % (order.length + 1);
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((column) => isShown(column, change))
    .sort((a, b) => getPosition(a) - getPosition(b))
    .map((column) => ({
      field: FIELD_LABELS[column] ?? "Autre",
      isImage: IMAGE_FIELDS.has(column),
      before: formatValue(column, old[column], names),
      after: formatValue(column, now[column], names),
    }))
    .filter(({ before, after }) => before !== null || after !== null);
}

/** Hides fields of an image that its action label already implies, and an image's `is_primary: false`. */
function isShown(column: string, { action, table_name, before, after }: AuditChange): boolean {
  if (HIDDEN_FIELDS.includes(column)) return false;
  if (table_name !== "product_images" || column === "image_url") return true;
  if (column === "display_order") return action === "update";
  return action !== "update" && toColumns(after ?? before)[column] === true;
}

function formatValue(column: string, value: unknown, names: NamesById): string | null {
  if (value === null && column === "maximum") return UNLIMITED_LABEL;
  if (value === null || value === undefined) return null;
  if (typeof value === "boolean") return value ? "Oui" : "Non";
  if (typeof value === "number") return formatNumberValue(column, value);
  const text = typeof value === "string" ? formatTextValue(column, value, names) : formatListValue(value);
  if (text === "") return null;
  return IMAGE_FIELDS.has(column) ? text : truncate(text);
}

function formatNumberValue(column: string, value: number): string {
  if (MONEY_FIELDS.has(column)) return formatXof(value);
  if (column === "period_seconds") return formatDuration(value);
  // Positions count from one on the screen.
  return formatNumber(column === "display_order" ? value + 1 : value);
}

function formatTextValue(column: string, value: string, names: NamesById): string {
  if (value === REDACTED) return value;
  if (column === "status")
    return isOrderStatus(value) ? getOrderStatusLabel(value) : getQuoteStatusLabel(value);
  if (column.endsWith("_at")) return formatDateTime(value);
  if (column.endsWith("_id")) return names === null ? "non lu" : (names.get(value) ?? "n'existe plus");
  return VALUE_LABELS[column]?.[value] ?? value;
}

/** The items of a list, or names with their values as «nom : valeur». */
function formatListValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(formatListItem).join(", ");
  return Object.entries(toColumns(value))
    .map(([name, entry]) => `${name} : ${entry}`)
    .join(", ");
}

/** A text, or what a link or a choice is called. */
function formatListItem(item: unknown): string {
  const { title, name = title } = toColumns(item);
  return String(name ?? item);
}

/** Truncates by code points, so that no surrogate pair is split. */
function truncate(text: string): string {
  const characters = [...text];
  return characters.length <= MAX_LENGTH ? text : `${characters.slice(0, MAX_LENGTH).join("")}…`;
}
