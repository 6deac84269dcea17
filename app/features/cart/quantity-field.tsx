/**
 * A quantity text field. A valid quantity applies at once; text that is not a number becomes 1; an empty
 * field waits until it loses the focus, so that another number can be typed.
 */
import { useState } from "react";
import { parseQuantity } from "./cart-items.ts";

interface QuantityFieldProps {
  label: string;
  quantity: number;
  onChange: (quantity: number) => void;
}

export function QuantityField({ label, quantity, onChange }: QuantityFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);

  function type(text: string) {
    const typed = parseQuantity(text);
    const unfinished = text.trim() === "" || typed <= 0;
    setDraft(unfinished ? text : null);
    if (!unfinished) onChange(typed);
  }

  function leave() {
    if (draft !== null) onChange(parseQuantity(draft));
    setDraft(null);
  }

  return (
    <input
      type="text"
      inputMode="numeric"
      autoComplete="off"
      aria-label={label}
      className="h-11 w-12 border-x border-border text-center font-semibold tabular-nums"
      value={draft ?? quantity}
      onChange={(event) => type(event.target.value)}
      onBlur={leave}
      onKeyDown={(event) => event.key === "Enter" && leave()}
    />
  );
}
