/** Changes a column of all listed variants at once: a price for all, or a difference for those of one choice. */
import { type KeyboardEvent, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { VARIANT_LABELS, type VariantColumn } from "#app/features/admin/shared/fields/variant-fields.ts";
import { parseWholeNumber } from "#app/lib/forms/whole-number.ts";
import { CELL_OPERATIONS, type CellOperation } from "./variant-cells.ts";

const COMPUTED_COLUMNS: readonly VariantColumn[] = ["price", "old_price", "stock", "weight_grams"];

interface CellChangesProps {
  /** How many variants are listed. */
  count: number;
  onApply(column: VariantColumn, operation: CellOperation, typed: string): void;
}

export function CellChanges({ count, onApply }: CellChangesProps) {
  const [column, setColumn] = useState<VariantColumn>("price");
  const [operation, setOperation] = useState<CellOperation>("set");
  const [typed, setTyped] = useState("");
  const isValid = !Number.isNaN(parseWholeNumber(typed)) || (operation === "set" && typed.trim() === "");

  function apply() {
    if (isValid) onApply(column, operation, typed);
  }

  return (
    <fieldset className="flex flex-wrap items-end gap-2">
      <legend className="mb-1.5 text-sm font-semibold">Changer toutes les variantes listées</legend>
      <select
        aria-label="Colonne"
        className="field w-auto"
        value={column}
        onChange={({ target }) =>
          setColumn(COMPUTED_COLUMNS.find((each) => each === target.value) ?? "price")
        }
      >
        {COMPUTED_COLUMNS.map((each) => (
          <option key={each} value={each}>
            {VARIANT_LABELS[each]}
          </option>
        ))}
      </select>
      <select
        aria-label="Changement"
        className="field w-auto"
        value={operation}
        onChange={({ target }) =>
          setOperation(CELL_OPERATIONS.find(({ value }) => value === target.value)?.value ?? "set")
        }
      >
        {CELL_OPERATIONS.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <input
        aria-label="Valeur"
        inputMode="numeric"
        autoComplete="off"
        className="field w-28 text-right tabular-nums"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          apply();
        }}
      />
      <Button variant="outline" disabled={!isValid || count === 0} onClick={apply}>
        {count === 1 ? "Appliquer à 1 variante" : `Appliquer à ${count} variantes`}
      </Button>
    </fieldset>
  );
}
