/**
 * Minus, a number that can be typed, plus. What is typed counts at once when it is a quantity; text that is no
 * number becomes 1; an empty field waits until it is left, so that another number can be typed.
 */
import { useState } from "react";
import { parseQuantity } from "./cart-items.ts";

interface QuantityStepperProps {
  /** What is counted, for the names of the controls. */
  name: string;
  quantity: number;
  max: number;
  onChange: (quantity: number) => void;
}

const step =
  "grid size-11 place-items-center text-xl hover:bg-sand-deep disabled:text-line-strong disabled:bg-white";

export function QuantityStepper({ name, quantity, max, onChange }: QuantityStepperProps) {
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
    <div className="flex w-fit overflow-hidden rounded-md border border-line-strong bg-white">
      <button
        type="button"
        className={step}
        aria-label={`Diminuer la quantité de ${name}`}
        disabled={quantity <= 1}
        onClick={() => onChange(quantity - 1)}
      >
        −
      </button>
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        aria-label={`Quantité de ${name}`}
        className="w-12 border-x border-line text-center font-semibold tabular-nums"
        value={draft ?? quantity}
        onChange={(event) => type(event.target.value)}
        onBlur={leave}
        onKeyDown={(event) => event.key === "Enter" && leave()}
      />
      <button
        type="button"
        className={step}
        aria-label={`Augmenter la quantité de ${name}`}
        disabled={quantity >= max}
        onClick={() => onChange(quantity + 1)}
      >
        +
      </button>
    </div>
  );
}
