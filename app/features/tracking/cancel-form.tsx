/** Cancelling an order, with a reason if its customer wants to give one. */
import { type SubmitEvent, useState } from "react";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { TextField } from "#app/components/ui/forms/field.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { CONNECTION_LOST } from "./connection-lost.ts";

interface CancelFormProps {
  token: string;
  /** Resolves when the order is shown as cancelled. */
  onCancelled(): Promise<void>;
}

export function CancelForm({ token, onCancelled }: CancelFormProps) {
  const [reason, setReason] = useState("");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      const { cancelOrder } = await import("./tracking.mutations.ts");
      const message = await cancelOrder(token, reason);
      if (message === null) {
        toast({ title: "Commande annulée", description: "Vous n'avez rien à payer." });
        await onCancelled();
      } else setError(message);
    } catch (failure) {
      console.error("tracking: the form could not be loaded", failure);
      setError(CONNECTION_LOST);
    }
    setBusy(false);
  }

  return (
    <form onSubmit={submit} aria-label="Annuler la commande" className="card grid gap-4 p-4">
      <p>La commande sera annulée tout de suite. Vous n'avez rien à payer.</p>
      <TextField
        label="Motif"
        optional
        maxLength={300}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      {error && (
        <Notice variant="error" role="alert">
          {error}
        </Notice>
      )}
      <BusyButton variant="danger" type="submit" busy={busy}>
        {busy ? "Annulation..." : "Annuler ma commande"}
      </BusyButton>
    </form>
  );
}
