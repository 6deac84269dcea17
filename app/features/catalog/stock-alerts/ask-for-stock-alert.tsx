/**
 * Asks for a stock alert: at once for a signed-in customer, in a dialog for a visitor, who has to type an address. A
 * toast says what came of it.
 */
import type { ReactNode } from "react";
import { toast, toastError } from "#app/components/ui/toast/toast.ts";
import { authModule } from "#app/lib/supabase/auth-module.ts";
import { hasStoredSession } from "#app/lib/supabase/stored-session.ts";
import { type AwaitedItem, requestStockAlert } from "./stock-alert.mutations.ts";

/**
 * `onStored` is called with the address of the alert. Resolves once a customer's request is answered, or the dialog
 * is shown. Rejects when code cannot be loaded.
 */
export async function askForStockAlert(
  item: AwaitedItem,
  showDialog: (dialog: ReactNode) => void,
  onStored: (email: string) => void,
): Promise<void> {
  const email = await getCustomerEmail();
  if (email) {
    if (await request(item, null)) onStored(email);
    return;
  }
  const { StockAlertDialog } = await import("./stock-alert-dialog.tsx");
  showDialog(
    <StockAlertDialog
      onSubmit={async (typed) => {
        if (!(await request(item, typed))) return;
        onStored(typed);
        showDialog(null);
      }}
      onClose={() => showDialog(null)}
    />,
  );
}

/** Undefined for a visitor, and for an account without an e-mail address. */
async function getCustomerEmail(): Promise<string | undefined> {
  if (!hasStoredSession()) return undefined;
  const { getCurrentSession } = await authModule.get();
  return (await getCurrentSession())?.user.email;
}

/** Whether the request is stored; a failure is shown in a toast. `visitorEmail` is null for a customer. */
async function request(item: AwaitedItem, visitorEmail: string | null): Promise<boolean> {
  const result = await requestStockAlert(item, visitorEmail);
  switch (result.kind) {
    case "stored":
      toast({ title: "C'est noté", description: "Un e-mail vous préviendra dès son retour en stock." });
      return true;
    case "in-stock":
      toast({
        title: "De nouveau en stock",
        description: "Ce produit vient de revenir : vous pouvez le commander.",
        variant: "info",
        action: { label: "Recharger la page", onClick: () => window.location.reload() },
      });
      return false;
    case "error":
      toastError(result.message);
      return false;
  }
}
