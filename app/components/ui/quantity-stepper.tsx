/** How many pieces: minus, the number, plus; at least one, at most what can be had. */
import type { ReactNode } from "react";
import { MinusIcon, PlusIcon } from "./icons.tsx";

interface QuantityStepperProps {
  /** What is counted, for the names of the buttons, where a screen has several of them. */
  name?: string;
  quantity: number;
  max: number;
  onChange: (quantity: number) => void;
  /** In place of the bare number: a field to type it into. */
  children?: ReactNode;
}

/** A button at its end keeps the focus, which one that is disabled would lose. */
const STEP = "icon-btn hover:bg-sand-deep aria-disabled:bg-white aria-disabled:text-line-strong";

export function QuantityStepper({ name, quantity, max, onChange, children }: QuantityStepperProps) {
  const counted = name ? `la quantité de ${name}` : "la quantité";
  return (
    <fieldset className="flex w-fit shrink-0 items-center rounded-lg border border-line-strong bg-white">
      <legend className="sr-only">Quantité</legend>
      <button
        type="button"
        aria-label={`Diminuer ${counted}`}
        className={STEP}
        aria-disabled={quantity <= 1}
        onClick={() => quantity > 1 && onChange(quantity - 1)}
      >
        <MinusIcon size={18} />
      </button>
      {children ?? <output className="min-w-8 text-center font-semibold tabular-nums">{quantity}</output>}
      <button
        type="button"
        aria-label={`Augmenter ${counted}`}
        className={STEP}
        aria-disabled={quantity >= max}
        onClick={() => quantity < max && onChange(quantity + 1)}
      >
        <PlusIcon size={18} />
      </button>
    </fieldset>
  );
}
