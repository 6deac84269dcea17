/**
 * A quantity text field. A valid quantity applies at once; text that is not a number becomes 1; an empty field, and less
 * than the minimum, wait until it loses the focus, so that another number can be typed. What is measured is typed as an
 * amount («2,5» metres), and packets also as what they cover («5 m²» of boxes): it applies when the field is left, and
 * is rounded up to whole steps then, which is said.
 */
import { useState } from "react";
import { isMeasured } from "#app/lib/format/articles.ts";
import {
  formatAmount,
  formatQuantity,
  formatSoldBy,
  formatTypedAmount,
  getAmount,
  getContent,
  getUnitSymbol,
  isSoldByUnit,
  parseTypedAmount,
  type SoldBy,
  toSteps,
} from "#app/lib/format/units.ts";
import { parseQuantity } from "./cart-items.ts";

interface QuantityFieldProps {
  label: string;
  /** Steps. */
  quantity: number;
  /** What is in stock, in steps. */
  max: number;
  item: SoldBy;
  onChange: (quantity: number) => void;
  /** Called with the text about an amount that was rounded up or is not in stock, and with null for any other. */
  onRound?: (text: string | null) => void;
}

/** Ten digits or more, of which parseTypedAmount makes nothing. */
const HUGE_NUMBER = /^\s*\d(?:\s?\d){9}/;

export function QuantityField({ label, quantity, max, item, onChange, onRound }: QuantityFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const measured = isMeasured(item);

  function type(text: string) {
    if (measured || (isSoldByUnit(item) && /\D/.test(text))) return setDraft(text);
    const typed = parseQuantity(text);
    const unfinished = text.trim() === "" || typed < (item.minimum_quantity ?? 1);
    setDraft(unfinished ? text : null);
    if (!unfinished) onChange(typed);
  }

  function leave() {
    if (draft !== null && isSoldByUnit(item)) applyAmount(draft);
    else if (draft !== null) onChange(parseQuantity(draft));
    setDraft(null);
  }

  function applyAmount(text: string) {
    const typed = parseTypedAmount(text, item);
    // A number that is too long to be an amount is more than there is.
    const steps = HUGE_NUMBER.test(text) ? Infinity : toSteps(typed?.amount ?? 0, item, typed?.unit) || 1;
    onChange(Math.min(steps, max));
    if (steps > max) return onRound?.(`Maximum disponible\u00a0: ${formatQuantity(max, item)}.`);
    if (!typed) return onRound?.(null);
    const { amount, unit } = typed;
    const content = getContent(steps, item);
    const bought = content?.unit === unit ? content.amount : getAmount(steps, item);
    onRound?.(bought === amount ? null : describeRounding(formatAmount(amount, unit), steps, item));
  }

  return (
    <>
      <input
        type="text"
        inputMode={measured ? "decimal" : "numeric"}
        autoComplete="off"
        aria-label={label}
        className={`h-11 border-x border-border text-center font-semibold tabular-nums ${measured ? "w-15" : "w-12"}`}
        value={draft ?? (measured ? formatTypedAmount(quantity, item) : quantity)}
        onChange={(event) => type(event.target.value)}
        onBlur={leave}
        onKeyDown={(event) => event.key === "Enter" && leave()}
      />
      {measured && (
        <span aria-hidden className="border-r border-border px-1.5 text-sm leading-11 text-muted">
          {getUnitSymbol(item)}
        </span>
      )}
    </>
  );
}

/** «2,3 m arrondis à 2,5 m : vendu par 0,5 m.» */
function describeRounding(typed: string, steps: number, item: SoldBy): string {
  const { minimum_quantity = 1 } = item;
  const reason = steps === minimum_quantity && steps > 1 ? "c'est le minimum" : formatSoldBy(item);
  return `${typed} arrondis à ${formatQuantity(steps, item)}\u00a0: ${reason}.`;
}
