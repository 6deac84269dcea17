/** The goods of a delivery note while it is entered: how many, and what they cost. */
import Trash2 from "lucide-react/icons/trash-2";
import { useRef } from "react";
import { ROW_ACTION_CLASS } from "#app/components/admin/row-actions.tsx";
import { useRowFocus } from "#app/components/admin/use-row-focus.ts";
import { TextField } from "#app/components/ui/forms/field.tsx";
import { formatCount } from "#app/lib/format/numbers.ts";
import { isWholeNumber, parseWholeNumber } from "#app/lib/forms/whole-number.ts";
import { ItemSearch } from "./item-search.tsx";
import type { Receipt } from "./receipts.queries.ts";

const MAX_QUANTITY = 1_000_000;
const MAX_COST = 100_000_000;

export interface TypedLine {
  item_id: string;
  name: string;
  quantity: string;
  /** In whole francs. */
  cost: string;
  received: number;
}

export function toTypedLines(receipt: Receipt | null): TypedLine[] {
  const lines = receipt?.lines ?? [];
  return lines.map(({ item_id, name, quantity, unit_cost, received_quantity }) => ({
    item_id,
    name,
    quantity: String(quantity),
    cost: unit_cost === null ? "" : String(unit_cost),
    received: received_quantity,
  }));
}

/** A line as it is saved. An empty cost is stored only by those to whom costs are shown. */
export function toSavedLine({ item_id, quantity, cost }: TypedLine, showsCosts: boolean) {
  const typed = cost.trim();
  return {
    item_id,
    quantity: parseWholeNumber(quantity),
    ...((showsCosts || typed !== "") && { unit_cost: typed === "" ? null : parseWholeNumber(typed) }),
  };
}

export const isLineValid = (line: TypedLine) => isQuantityValid(line) && isCostValid(line);

const isQuantityValid = ({ quantity }: TypedLine) => isWholeNumber(quantity, 1, MAX_QUANTITY);
const isCostValid = ({ cost }: TypedLine) => cost.trim() === "" || isWholeNumber(cost, 1, MAX_COST);

interface ReceiptLinesProps {
  lines: readonly TypedLine[];
  /** The items that the database has refused, because they were deleted. */
  unsold: readonly string[];
  onChange(lines: TypedLine[]): void;
}

export function ReceiptLines({ lines, unsold, onChange }: ReceiptLinesProps) {
  const search = useRef<HTMLInputElement>(null);
  const { list, onFocus } = useRowFocus<HTMLUListElement>("li");
  const change = (item: string, values: Partial<TypedLine>) =>
    onChange(lines.map((line) => (line.item_id === item ? { ...line, ...values } : line)));

  function add({ id, name }: { id: string; name: string }) {
    const known = lines.find(({ item_id }) => item_id === id);
    if (known) change(id, { quantity: String((parseWholeNumber(known.quantity) || 0) + 1) });
    else onChange([...lines, { item_id: id, name, quantity: "1", cost: "", received: 0 }]);
  }

  return (
    <div className="grid gap-4 p-4">
      <ItemSearch label="Ajouter un article" field={search} onPick={add} />
      {lines.length === 0 ? (
        <p className="text-sm text-muted">Aucun article sur ce bon.</p>
      ) : (
        <ul ref={list} onFocus={onFocus} className="admin divide-y divide-border">
          {lines.map((line) => (
            <ReceiptLine
              key={line.item_id}
              line={line}
              isSold={!unsold.includes(line.item_id)}
              onChange={(values) => change(line.item_id, values)}
              onRemove={() => onChange(lines.filter(({ item_id }) => item_id !== line.item_id))}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

interface ReceiptLineProps {
  line: TypedLine;
  isSold: boolean;
  onChange(values: Partial<TypedLine>): void;
  onRemove(): void;
}

function ReceiptLine({ line, isSold, onChange, onRemove }: ReceiptLineProps) {
  const { name, quantity, cost, received } = line;
  return (
    <li className="grid grid-cols-[1fr_1.5fr_auto] items-end gap-x-3 gap-y-2 py-3 sm:flex">
      <p className="col-span-full min-w-0 grow self-center text-sm font-semibold wrap-anywhere">
        {name}
        {!isSold && (
          <span className="block font-medium text-danger">N'est plus au catalogue : retirez-le</span>
        )}
        {received > 0 && (
          <span className="block font-normal text-muted">{formatCount(received, "reçu", "reçus")}</span>
        )}
      </p>
      <TextField
        label="Quantité"
        className="sm:w-28"
        inputMode="numeric"
        autoComplete="off"
        aria-label={`Quantité de ${name}`}
        error={isQuantityValid(line) ? undefined : "1 au moins"}
        value={quantity}
        onChange={({ target }) => onChange({ quantity: target.value })}
      />
      <TextField
        label="Prix d'achat"
        optional
        className="sm:w-48"
        inputMode="numeric"
        autoComplete="off"
        aria-label={`Prix d'achat de ${name}, en XOF`}
        error={isCostValid(line) ? undefined : "En francs entiers"}
        value={cost}
        onChange={({ target }) => onChange({ cost: target.value })}
      />
      <button
        type="button"
        className={ROW_ACTION_CLASS}
        aria-label={`Retirer ${name}`}
        title="Retirer"
        disabled={received > 0}
        onClick={onRemove}
      >
        <Trash2 aria-hidden size={18} />
      </button>
    </li>
  );
}
