/** Enters a supplier's delivery note, or changes it: the number, the goods, and what they cost. */
import { type FormEvent, useState } from "react";
import { DayField } from "#app/components/admin/day-field.tsx";
import { Panel } from "#app/components/admin/panel.tsx";
import { readDay, UNKNOWN_DAY } from "#app/components/admin/read-day.ts";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { Field, TextAreaField, TextField } from "#app/components/ui/forms/field.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { listUnsold } from "#app/features/admin/shared/mutations/list-unsold.ts";
import { toUserMessage } from "#app/features/admin/shared/mutations/user-error.ts";
import { formatTypedDay } from "#app/lib/format/typed-day.ts";
import { randomId } from "#app/lib/random-id.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { isLineValid, ReceiptLines, toSavedLine, toTypedLines } from "./receipt-lines.tsx";
import { saveReceipt } from "./receipts.mutations.ts";
import type { Receipt } from "./receipts.queries.ts";
import type { Supplier } from "./suppliers.queries.ts";

interface ReceiptEditorProps {
  /** Null for a new one. */
  receipt: Receipt | null;
  suppliers: readonly Supplier[];
  /** Whether the costs are known to the reader; otherwise they stay as they are. */
  showsCosts: boolean;
  onSaved(id: string): Promise<void>;
}

export function ReceiptEditor({ receipt, suppliers, showsCosts, onSaved }: ReceiptEditorProps) {
  const [newId] = useState(randomId);
  const id = receipt?.id ?? newId;
  const [lines, setLines] = useState(() => toTypedLines(receipt));
  const [failure, setFailure] = useState<string | null>(null);
  const [unsold, setUnsold] = useState<readonly string[]>([]);
  const [missing, setMissing] = useState<{ supplier?: string; number?: string; day?: string }>({});
  const [isBusy, setIsBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const text = (name: string) => String(typed.get(name) ?? "").trim();
    const required = {
      ...(text("supplier") === "" && { supplier: "Choisissez un fournisseur" }),
      ...(text("number") === "" && { number: "Le numéro du bon est requis" }),
      ...(text("day") !== "" && readDay(text("day")) === null && { day: UNKNOWN_DAY }),
    };
    const hasInvalidLine = !lines.every(isLineValid);
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
          expected_day: readDay(text("day")),
          note: text("note"),
          lines: lines.map((line) => toSavedLine(line, showsCosts)),
        },
        receipt?.updated_at ?? null,
      );
      await onSaved(id);
    } catch (error) {
      console.error("admin: the receipt could not be saved", error);
      setFailure(toUserMessage(error));
      setUnsold(listUnsold(error));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <div className="grid gap-5">
      <Panel title="Articles du bon">
        <ReceiptLines lines={lines} unsold={unsold} onChange={setLines} />
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
          <DayField
            label="Attendu le"
            optional
            name="day"
            error={missing.day}
            defaultValue={receipt?.expected_day ? formatTypedDay(receipt.expected_day) : ""}
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
