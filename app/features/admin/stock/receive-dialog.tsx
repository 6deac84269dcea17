/** Takes goods of a receipt into the stock: all that is missing, unless less has come. */
import { type FormEvent, useState } from "react";
import { EditDialog } from "#app/components/admin/edit-dialog.tsx";
import { TextField } from "#app/components/ui/forms/field.tsx";
import { toUserMessage } from "#app/features/admin/shared/mutations/user-error.ts";
import { isWholeNumber, parseWholeNumber } from "#app/lib/forms/whole-number.ts";
import { randomId } from "#app/lib/random-id.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { receiveGoods } from "./receipts.mutations.ts";
import type { Receipt } from "./receipts.queries.ts";

interface ReceiveDialogProps {
  receipt: Receipt;
  onClose(): void;
  /** Called after the goods are in the stock; the dialog stays busy until it resolves. */
  onReceived(): Promise<void>;
}

export function ReceiveDialog({ receipt, onClose, onReceived }: ReceiveDialogProps) {
  const [id] = useState(randomId);
  const [typed, setTyped] = useState<Record<string, string>>(() =>
    Object.fromEntries(
      receipt.lines.map(({ item_id, quantity, received_quantity }) => [
        item_id,
        String(Math.max(0, quantity - received_quantity)),
      ]),
    ),
  );
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const isInvalid = (text: string) => text.trim() !== "" && !isWholeNumber(text, 0, 1_000_000);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const lines = receipt.lines
      .map(({ item_id }) => ({ item_id, quantity: parseWholeNumber(typed[item_id] ?? "") }))
      .filter(({ quantity }) => quantity > 0);
    if (Object.values(typed).some(isInvalid) || lines.length === 0)
      return setFailure("Entrez des nombres entiers, au moins un.");
    setBusy(true);
    setFailure(null);
    try {
      await receiveGoods(getSupabase(), id, receipt.id, lines);
      await onReceived();
    } catch (error) {
      console.error("admin: the goods could not be received", error);
      setFailure(toUserMessage(error));
      setBusy(false);
    }
  }

  return (
    <EditDialog
      title={`Réceptionner ${receipt.number}`}
      conflict={null}
      failure={failure}
      busy={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-sm text-muted">Ce qui est arrivé entre en stock.</p>
      {receipt.lines.map(({ item_id, name, quantity, received_quantity }) => (
        <TextField
          key={item_id}
          label={name}
          hint={`Déjà reçu : ${received_quantity} sur ${quantity}`}
          inputMode="numeric"
          autoComplete="off"
          error={isInvalid(typed[item_id] ?? "") ? "Un nombre entier" : undefined}
          value={typed[item_id] ?? ""}
          onChange={({ target }) => setTyped({ ...typed, [item_id]: target.value })}
        />
      ))}
    </EditDialog>
  );
}
