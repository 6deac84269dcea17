/** «Calculer la quantité» on the page of a product that has a calculator, which is loaded with the first press. */
import { type ComponentType, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { toastError } from "#app/components/ui/toast/toast.ts";
import type { CalculatedItem, CalculatorPanelProps } from "./calculator-panel.tsx";
import type { ProductCalculator } from "./product-calculator.ts";

interface CalculatorButtonProps {
  calculator: ProductCalculator;
  item: CalculatedItem;
  onAdd: (quantity: number) => void;
}

export function CalculatorButton({ calculator, item, onAdd }: CalculatorButtonProps) {
  const [Panel, setPanel] = useState<ComponentType<CalculatorPanelProps> | null>(null);
  const [busy, setBusy] = useState(false);

  async function open() {
    setBusy(true);
    try {
      const { CalculatorPanel } = await import("./calculator-panel.tsx");
      setPanel(() => CalculatorPanel);
    } catch (error) {
      console.error("catalog: the calculator could not be fetched", error);
      toastError("Le calcul n'a pas pu être chargé. Vérifiez votre connexion, puis réessayez.");
    }
    setBusy(false);
  }

  return (
    <>
      <Button
        variant="outline"
        aria-expanded={Panel !== null}
        aria-busy={busy}
        onClick={() => (Panel === null ? void open() : setPanel(null))}
      >
        Calculer la quantité
      </Button>
      {Panel && <Panel calculator={calculator} item={item} onAdd={onAdd} />}
    </>
  );
}
