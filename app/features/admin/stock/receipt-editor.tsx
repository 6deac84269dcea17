/** Enters a supplier's delivery note, or changes it: the number, the goods, and what they cost. */
import Trash2 from "lucide-react/icons/trash-2";
import { type FormEvent, useState } from "react";
import { Panel } from "#app/components/admin/panel.tsx";
import { ROW_ACTION_CLASS } from "#app/components/admin/row-actions.tsx";
import { useRowFocus } from "#app/components/admin/use-row-focus.ts";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { Field, TextAreaField, TextField } from "#app/components/ui/forms/field.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { toUserMessage } from "#app/features/admin/shared/mutations/user-error.ts";
import { formatCount } from "#app/lib/format/numbers.ts";
import { isWholeNumber, parseWholeNumber } from "#app/lib/forms/whole-number.ts";
import { randomId } from "#app/lib/random-id.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { ItemSearch } from "./item-search.tsx";
import { saveReceipt } from "./stock-work.mutations.ts";
import type { Receipt, Supplier } from "./stock-work.queries.ts";

interface TypedLine {
  item_id: string;
  name: string;
  quantity: string;
  /** In whole francs. */
  cost: string;
  received: number;
}

interface ReceiptEditorProps {
  /** Null for a new one. */
  receipt: Receipt | null;
  suppliers: readonly Supplier[];
  /** Whether the costs are known to the reader; otherwise they stay as they are. */
  showsCosts: boolean;
  onSaved(id: string): Promise<void>;
}

const MAX = 1_000_000;
const MAX_COST = 100_000_000;

export function ReceiptEditor({ receipt, suppliers, showsCosts, onSaved }: ReceiptEditorProps) {
  const [newId] = useState(randomId);
  const { list, onFocus } = useRowFocus<HTMLUListElement>("li");
  const id = receipt?.id ?? newId;
  const [lines, setLines] = useState<TypedLine[]>(
    () =>
      receipt?.lines.map(({ item_id, name, quantity, unit_cost, received_quantity }) => ({
        item_id,
        name,
        quantity: String(quantity),
        cost: unit_cost === null ? "" : String(unit_cost),
        received: received_quantity,
      })) ?? [],
  );
  const [failure, setFailure] = useState<string | null>(null);
  const [missing, setMissing] = useState<{ supplier?: string; number?: string }>({});
  const [isBusy, setIsBusy] = useState(false);
  const isInvalid = (line: TypedLine) => !isWholeNumber(line.quantity, 1, MAX);
  const isCostInvalid = (line: TypedLine) =>
    line.cost.trim() !== "" && !isWholeNumber(line.cost, 1, MAX_COST);
  const change = (item: string, values: Partial<TypedLine>) =>
    setLines(lines.map((line) => (line.item_id === item ? { ...line, ...values } : line)));

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const text = (name: string) => String(typed.get(name) ?? "").trim();
    const required = {
      ...(text("supplier") === "" && { supplier: "Choisissez un fournisseur" }),
      ...(text("number") === "" && { number: "Le numéro du bon est requis" }),
    };
    const hasInvalidLine = lines.some((line) => isInvalid(line) || isCostInvalid(line));
    setMissing(required);
    setFailure(
      hasInvalidLine ? "Corrigez les quantités et les prix d'achat : ce sont des nombres entiers." : null,
    );
    const [first] = Object.keys(required);
    if (first) return event.currentTarget.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    if (hasInvalidLine) return;
    setIsBusy(true);
    try {
      await saveReceipt(
        getSupabase(),
        {
          id,
          supplier_id: text("supplier"),
          number: text("number"),
          expected_day: text("day") || null,
          note: text("note"),
          lines: lines.map(({ item_id, quantity, cost }) => ({
            item_id,
            quantity: parseWholeNumber(quantity),
            ...((showsCosts || cost.trim() !== "") && {
              unit_cost: cost.trim() === "" ? null : parseWholeNumber(cost),
            }),
          })),
        },
        receipt?.updated_at ?? null,
      );
      await onSaved(id);
    } catch (error) {
      console.error("admin: the receipt could not be saved", error);
      setFailure(toUserMessage(error));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <div className="grid gap-5">
      <Panel title="Articles du bon">
        <div className="grid gap-4 p-4">
          <ItemSearch
            label="Ajouter un article"
            onPick={(item) => {
              const known = lines.find(({ item_id }) => item_id === item.id);
              if (known)
                return change(item.id, { quantity: String((parseWholeNumber(known.quantity) || 0) + 1) });
              setLines([
                ...lines,
                { item_id: item.id, name: item.name, quantity: "1", cost: "", received: 0 },
              ]);
            }}
          />
          {lines.length === 0 ? (
            <p className="text-sm text-muted">Aucun article sur ce bon.</p>
          ) : (
            <ul ref={list} onFocus={onFocus} className="admin divide-y divide-border">
              {lines.map((line) => (
                <li
                  key={line.item_id}
                  className="grid grid-cols-[1fr_1.5fr_auto] items-end gap-x-3 gap-y-2 py-3 sm:flex"
                >
                  <p className="col-span-full min-w-0 grow self-center text-sm font-semibold wrap-anywhere">
                    {line.name}
                    {line.received > 0 && (
                      <span className="block font-normal text-muted">
                        {formatCount(line.received, "reçu", "reçus")}
                      </span>
                    )}
                  </p>
                  <TextField
                    label="Quantité"
                    className="sm:w-28"
                    inputMode="numeric"
                    autoComplete="off"
                    aria-label={`Quantité de ${line.name}`}
                    error={isInvalid(line) ? "1 au moins" : undefined}
                    value={line.quantity}
                    onChange={({ target }) => change(line.item_id, { quantity: target.value })}
                  />
                  <TextField
                    label="Prix d'achat"
                    optional
                    className="sm:w-48"
                    inputMode="numeric"
                    autoComplete="off"
                    aria-label={`Prix d'achat de ${line.name}, en XOF`}
                    error={isCostInvalid(line) ? "En francs entiers" : undefined}
                    value={line.cost}
                    onChange={({ target }) => change(line.item_id, { cost: target.value })}
                  />
                  <button
                    type="button"
                    className={ROW_ACTION_CLASS}
                    aria-label={`Retirer ${line.name}`}
                    title="Retirer"
                    disabled={line.received > 0}
                    onClick={() => setLines(lines.filter(({ item_id }) => item_id !== line.item_id))}
                  >
                    <Trash2 aria-hidden size={18} />
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
      </Panel>
      <form noValidate method="post" onSubmit={submit} className="admin card grid gap-4 p-4">
        <div className="grid gap-4 sm:grid-cols-3">
          <Field label="Fournisseur" error={missing.supplier}>
            {(control) => (
              <select {...control} name="supplier" defaultValue={receipt?.supplier_id ?? ""}>
                <option value="">À choisir</option>
                {suppliers
                  .filter(({ id: supplier, is_active }) => is_active || supplier === receipt?.supplier_id)
                  .map(({ id: supplier, name }) => (
                    <option key={supplier} value={supplier}>
                      {name}
                    </option>
                  ))}
              </select>
            )}
          </Field>
          <TextField
            label="Numéro du bon"
            hint="Celui du fournisseur."
            name="number"
            autoComplete="off"
            maxLength={60}
            error={missing.number}
            defaultValue={receipt?.number ?? ""}
          />
          <TextField
            label="Attendu le"
            optional
            type="date"
            name="day"
            defaultValue={receipt?.expected_day ?? ""}
          />
        </div>
        <TextAreaField label="Note" optional rows={2} name="note" defaultValue={receipt?.note ?? ""} />
        {failure && (
          <Notice variant="error" role="alert">
            {failure}
          </Notice>
        )}
        <div className="flex justify-end">
          <BusyButton type="submit" variant="primary" className="max-sm:grow" busy={isBusy}>
            {isBusy ? "Enregistrement..." : "Enregistrer le bon"}
          </BusyButton>
        </div>
      </form>
    </div>
  );
}
