/** A quantity input with minus and plus buttons, from 1 to `max`. */
import type { ReactNode } from "react";
import { MinusIcon, PlusIcon } from "./icons.tsx";

interface QuantityStepperProps {
  /** The counted item, for the buttons' accessible names where a screen has several steppers. */
  name?: string;
  quantity: number;
  max: number;
  onChange: (quantity: number) => void;
  /** Replaces the number, for example by a text field. */
  children?: ReactNode;
}

/** The buttons are `aria-disabled` at their limits: a disabled button would lose the focus. */
const STEP_CLASS = "icon-btn hover:bg-surface-muted aria-disabled:bg-white aria-disabled:text-border-strong";

export function QuantityStepper({ name, quantity, max, onChange, children }: QuantityStepperProps) {
  const counted = name ? `la quantité de ${name}` : "la quantité";
  return (
    <fieldset className="flex w-fit shrink-0 items-center rounded-lg border border-border-strong bg-white">
      <legend className="sr-only">Quantité</legend>
      <button
        type="button"
        aria-label={`Diminuer ${counted}`}
        className={STEP_CLASS}
        aria-disabled={quantity <= 1}
        onClick={() => quantity > 1 && onChange(quantity - 1)}
      >
        <MinusIcon size={18} />
      </button>
      {children ?? <output className="min-w-8 text-center font-semibold tabular-nums">{quantity}</output>}
      <button
        type="button"
        aria-label={`Augmenter ${counted}`}
        className={STEP_CLASS}
        aria-disabled={quantity >= max}
        onClick={() => quantity < max && onChange(quantity + 1)}
      >
        <PlusIcon size={18} />
      </button>
    </fieldset>
  );
}
