/** The fields of a calculator, what follows from them, and the button that puts it into the cart. */
import { useId, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { formatXof } from "#app/lib/format/money.ts";
import { formatNumber } from "#app/lib/format/numbers.ts";
import { formatQuantity, parseAmount, type SoldBy, toSteps } from "#app/lib/format/units.ts";
import { getUnitPrice, type PriceStep } from "#app/lib/models/price-steps.ts";
import { CALCULATOR_TEXTS, describeSource } from "./calculator-texts.ts";
import { computeNeed } from "./compute.ts";
import type { ProductCalculator } from "./product-calculator.ts";

/** Larger numbers are typing mistakes. */
const MAX_VALUE = 10_000;
const MAX_POWER = 1_000_000;

export interface CalculatedItem extends SoldBy {
  price: number;
  price_steps: readonly PriceStep[];
  stock: number;
}

export interface CalculatorPanelProps {
  calculator: ProductCalculator;
  item: CalculatedItem;
  /** Puts so many steps into the cart. */
  onAdd: (quantity: number) => void;
}

export function CalculatorPanel({ calculator, item, onAdd }: CalculatorPanelProps) {
  const { title, fields } = CALCULATOR_TEXTS[calculator.kind];
  const [texts, setTexts] = useState(() => new Map(fields.map(({ name, initial = "" }) => [name, initial])));
  const [isDiagonal, setDiagonal] = useState(false);
  const id = useId();

  const values: Record<string, number> = {};
  /** The problems of the fields. */
  const wrong = new Map<string, string>();
  for (const { name, label, optional } of fields) {
    const text = stripUnit(texts.get(name) ?? "", label);
    const value = parseAmount(text);
    const maximum = name === "power" ? MAX_POWER : MAX_VALUE;
    if (value !== null && value <= maximum) values[name] = value;
    else if (value !== null || /^\d{10,}$/.test(text)) wrong.set(name, `Au plus ${formatNumber(maximum)}`);
    else if (text.trim() !== "" && !(optional && Number(text.replace(",", ".")) === 0))
      wrong.set(name, "Un nombre de plus de 0");
  }
  const isComplete = wrong.size === 0 && fields.every(({ name, optional }) => optional || name in values);
  const need = isComplete ? computeNeed(calculator, values, isDiagonal) : null;
  const quantity = need && "amount" in need ? toSteps(need.amount, item, need.unit) : null;

  return (
    <section aria-labelledby={`${id}-title`} className="card grid gap-3 p-4">
      <h2 id={`${id}-title`} className="text-lg">
        {title}
      </h2>
      <div className="grid grid-cols-2 gap-3">
        {fields.map(({ name, label, optional }) => (
          <div key={name} className="grid content-start gap-1">
            <label htmlFor={`${id}-${name}`} className="text-sm font-semibold">
              {label}
              {optional && <span className="font-normal text-muted"> (facultatif)</span>}
            </label>
            <input
              id={`${id}-${name}`}
              type="text"
              inputMode="decimal"
              autoComplete="off"
              maxLength={12}
              className="field"
              aria-invalid={wrong.has(name)}
              aria-describedby={wrong.has(name) ? `${id}-${name}-error` : undefined}
              value={texts.get(name)}
              onChange={({ target }) => setTexts(new Map(texts).set(name, target.value))}
            />
            {wrong.has(name) && (
              <p id={`${id}-${name}-error`} className="text-sm text-danger">
                {wrong.get(name)}
              </p>
            )}
          </div>
        ))}
      </div>
      {calculator.kind === "tiles" && (
        <label className="flex min-h-11 items-center gap-2 text-sm">
          <input
            type="checkbox"
            className="size-5"
            checked={isDiagonal}
            onChange={({ target }) => setDiagonal(target.checked)}
          />
          Pose en diagonale
        </label>
      )}
      <output className="grid gap-1 text-sm tabular-nums empty:hidden">
        {need && "problem" in need && <span className="font-semibold text-danger">{need.problem}</span>}
        {need && "steps" in need && need.steps.map((step) => <span key={step}>{step}</span>)}
        {quantity !== null && (
          <strong className="text-base">
            {formatQuantity(quantity, item)}&nbsp;: {formatXof(quantity * getUnitPrice(item, quantity))}
          </strong>
        )}
        {quantity !== null && quantity > item.stock && (
          <span className="font-semibold text-brand">Il en reste {formatQuantity(item.stock, item)}.</span>
        )}
      </output>
      <Button
        variant="primary"
        disabled={quantity === null || quantity > item.stock}
        onClick={() => quantity !== null && onAdd(quantity)}
      >
        {quantity === null ? "Ajouter la quantité" : `Ajouter ${formatQuantity(quantity, item)}`}
      </Button>
      <p className="text-xs text-muted">{describeSource(calculator)}</p>
    </section>
  );
}

/** «3,5 m», «3m50» and «350 cm» in «Longueur (m)»: the unit may be typed as well. */
function stripUnit(text: string, label: string): string {
  const unit = /\((?<unit>[^)]+)\)$/.exec(label)?.groups?.unit?.toLowerCase();
  const typed = text.trim().toLowerCase().replace(/m2$/, "m²");
  if (unit === "m") {
    const metres = typed.replace(/^(\d+)\s*m\s*(\d\d)$/, "$1,$2");
    const centimetres = typed.endsWith("cm") ? parseAmount(typed.slice(0, -2)) : null;
    if (centimetres !== null) return String(centimetres / 100);
    if (metres !== typed) return metres;
  }
  return unit && typed.endsWith(unit) ? typed.slice(0, -unit.length).trimEnd() : typed;
}
