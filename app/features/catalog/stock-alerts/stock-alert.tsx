/**
 * «Me prévenir» for a product or a variant that is sold out, in the bar of the purchase actions. What a press does is loaded with
 * the first one.
 */
import { type ReactNode, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { toastError } from "#app/components/ui/toast/toast.ts";
import type { AwaitedItem } from "./stock-alert.mutations.ts";

interface StockAlertProps {
  item: AwaitedItem;
  /** What else the bar offers. */
  children: ReactNode;
}

export function StockAlert({ item, children }: StockAlertProps) {
  const [dialog, setDialog] = useState<ReactNode>(null);
  const [busy, setBusy] = useState(false);
  /** The address that the mail will go to. */
  const [email, setEmail] = useState<string | null>(null);

  async function ask() {
    setBusy(true);
    try {
      const { askForStockAlert } = await import("./ask-for-stock-alert.tsx");
      await askForStockAlert(item, setDialog, setEmail);
    } catch (error) {
      console.error("catalog: the stock alert could not be fetched", error);
      toastError("La demande n'a pas pu être chargée. Vérifiez votre connexion, puis réessayez.");
    }
    setBusy(false);
  }

  return (
    <>
      <div className="buy-bar">
        {/* Never disabled: the focus returns to it when the dialog closes. */}
        <Button
          variant="primary"
          className="grow"
          aria-busy={busy}
          aria-disabled={busy || email !== null}
          onClick={() => void (busy || email !== null || ask())}
        >
          {email === null ? "Me prévenir" : "C'est noté"}
        </Button>
        {children}
      </div>
      <p role="status" className="needs-script text-sm text-muted">
        {email === null
          ? "Un seul e-mail, dès qu'il revient en stock."
          : `Nous écrirons à ${email} dès qu'il revient en stock.`}
      </p>
      {dialog}
    </>
  );
}
