/**
 * A dialog that confirms an action that cannot be undone. It names the object, and its button names the
 * action.
 */

import { type ReactNode, useState } from "react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { Button } from "#app/components/ui/button.tsx";

interface ConfirmDialogProps {
  title: string;
  /** The object and the consequences of the action. */
  children: ReactNode;
  /** The label of the confirm button, a verb: «Supprimer». */
  confirmLabel: string;
  /** The dialog stays busy until the promise settles; the component that opened the dialog closes it. */
  onConfirm(): Promise<void> | void;
  onCancel(): void;
}

export function ConfirmDialog({ title, children, confirmLabel, onConfirm, onCancel }: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false);
  return (
    <Dialog title={title} onClose={onCancel}>
      <div className="admin grid gap-5">
        <div className="text-sm text-muted">{children}</div>
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="outline" className="max-sm:grow" onClick={onCancel}>
            Annuler
          </Button>
          <BusyButton
            variant="primary"
            className="max-sm:grow"
            busy={busy}
            onClick={async () => {
              setBusy(true);
              try {
                await onConfirm();
              } finally {
                setBusy(false);
              }
            }}
          >
            {confirmLabel}
          </BusyButton>
        </div>
      </div>
    </Dialog>
  );
}
