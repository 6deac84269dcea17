/** A quantity input with minus and plus buttons, from `min` to `max`; where it can remove the item, down to none. */
import type { ReactNode } from "react";
import { MinusIcon, PlusIcon } from "./icons.tsx";

interface QuantityStepperProps {
  /** The counted item, for the buttons' accessible names where a screen has several steppers. */
  name?: string;
  quantity: number;
  min: number;
  max: number;
  /** What the quantity costs, which screen readers read with it: «37 500 XOF». */
  cost?: string;
  onChange: (quantity: number) => void;
  /** Called by minus at the least quantity, which is without effect by default. */
  onRemove?: () => void;
  /** Utilities for its place in the layout. */
  className?: string;
  /** Replaces the number, for example by a text field. */
  children?: ReactNode;
}

/** The buttons are `aria-disabled` at their limits: a disabled button would lose the focus. */
const STEP_CLASS = "icon-btn hover:bg-surface-muted aria-disabled:bg-white aria-disabled:text-border-strong";

export function QuantityStepper({
  name,
  quantity,
  min,
  max,
  cost,
  onChange,
  onRemove,
  className = "w-fit",
  children,
}: QuantityStepperProps) {
  const counted = name ? `la quantité de ${name}` : "la quantité";
  const removes = onRemove !== undefined && quantity <= min;
  return (
    <fieldset
      className={`flex shrink-0 items-center rounded-lg border border-border-strong bg-white ${className}`}
    >
      <legend className="sr-only">Quantité</legend>
      <button
        type="button"
        aria-label={removes ? `Retirer ${name} du panier` : `Diminuer ${counted}`}
        className={STEP_CLASS}
        aria-disabled={quantity <= min && !removes}
        onClick={() => (removes ? onRemove() : quantity > min && onChange(quantity - 1))}
      >
        <MinusIcon size={18} />
      </button>
      {children || (
        <output className="min-w-8 text-center font-semibold tabular-nums">
          {quantity}
          {cost && <span className="sr-only"> : {cost}</span>}
        </output>
      )}
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
