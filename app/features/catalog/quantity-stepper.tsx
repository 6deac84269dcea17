/** How many pieces: at least one, at most what is in stock. */
import { MinusIcon, PlusIcon } from "../../components/ui/icons.tsx";

interface QuantityStepperProps {
  quantity: number;
  stock: number;
  onChange: (quantity: number) => void;
}

export function QuantityStepper({ quantity, stock, onChange }: QuantityStepperProps) {
  const button = "icon-btn disabled:text-line-strong";
  return (
    <fieldset className="inline-flex shrink-0 items-center rounded-lg border border-line-strong bg-white">
      <legend className="sr-only">Quantité</legend>
      <button
        type="button"
        aria-label="Diminuer la quantité"
        className={button}
        disabled={quantity <= 1}
        onClick={() => onChange(quantity - 1)}
      >
        <MinusIcon size={18} />
      </button>
      <output className="min-w-8 text-center font-semibold tabular-nums">{quantity}</output>
      <button
        type="button"
        aria-label="Augmenter la quantité"
        className={button}
        disabled={quantity >= stock}
        onClick={() => onChange(quantity + 1)}
      >
        <PlusIcon size={18} />
      </button>
    </fieldset>
  );
}
