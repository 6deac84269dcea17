/**
 * Why a stock is overwritten. The reason goes beside the request, in a header, so that every call that writes a stock
 * can say it; the database writes it into the ledger.
 */
import { Field } from "#app/components/ui/forms/field.tsx";
import type { StockReason } from "#app/lib/supabase/database.types.ts";

export const STOCK_REASON_HEADER = "x-stock-reason";

export const STOCK_REASON_LABELS: Readonly<Record<StockReason, string>> = {
  inventory: "Inventaire",
  entry_error: "Erreur de saisie",
  delivery: "Marchandise reçue",
  breakage: "Casse",
  theft: "Perte ou vol",
  own_use: "Usage du magasin",
  customer_return: "Retour d'un client",
  supplier_return: "Retour au fournisseur",
  order_deleted: "Commande supprimée",
  variants: "Variantes modifiées",
  step_changed: "Vendu autrement depuis",
};

/** Those that a person chooses, the most frequent first. */
const CHOICES = [
  "inventory",
  "delivery",
  "entry_error",
  "breakage",
  "theft",
  "own_use",
  "customer_return",
  "supplier_return",
] as const satisfies readonly StockReason[];

export type ChosenReason = (typeof CHOICES)[number];

export const DEFAULT_STOCK_REASON: ChosenReason = "inventory";

interface ReasonFieldProps {
  value: ChosenReason;
  onChange(reason: ChosenReason): void;
}

export function StockReasonField(props: ReasonFieldProps) {
  return (
    <Field label="Motif du changement de stock" hint="Il figure dans l'historique du stock.">
      {(control) => <StockReasonSelect {...control} {...props} />}
    </Field>
  );
}

export function StockReasonSelect({
  onChange,
  ...control
}: ReasonFieldProps & Omit<React.ComponentProps<"select">, "value" | "onChange">) {
  return (
    <select
      {...control}
      onChange={({ target }) =>
        onChange(CHOICES.find((reason) => reason === target.value) ?? DEFAULT_STOCK_REASON)
      }
    >
      {CHOICES.map((reason) => (
        <option key={reason} value={reason}>
          {STOCK_REASON_LABELS[reason]}
        </option>
      ))}
    </select>
  );
}
