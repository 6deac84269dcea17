/** Opens the contact dialog, whose code is loaded with the first press, as is the customer's profile. */

import { type ComponentProps, type ComponentType, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { MailIcon } from "#app/components/ui/icons.tsx";
import { toastError } from "#app/components/ui/toast/toast.ts";
import type { ContactDialog } from "./contact-dialog.tsx";

type DialogProps = ComponentProps<typeof ContactDialog>;
type DialogComponent = ComponentType<DialogProps>;

export function ContactButton({ technician, loadSender }: Pick<DialogProps, "technician" | "loadSender">) {
  const [Dialog, setDialog] = useState<DialogComponent | null>(null);
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);

  async function show() {
    setBusy(true);
    try {
      const module = await import("./contact-dialog.tsx");
      setDialog(() => module.ContactDialog);
      setOpen(true);
    } catch (error) {
      console.error("technicians: the contact form could not be fetched", error);
      toastError("Le formulaire n'a pas pu être chargé. Vérifiez votre connexion, puis réessayez.");
    }
    setBusy(false);
  }

  return (
    <>
      <div className="needs-script grow">
        <Button
          variant="primary"
          aria-haspopup="dialog"
          aria-busy={busy}
          className="w-full"
          onClick={() => void show()}
        >
          <MailIcon />
          Envoyer un message
        </Button>
      </div>
      {Dialog && open && (
        <Dialog technician={technician} loadSender={loadSender} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
