/** Asks before something that cannot be taken back. It names the thing, and its button says what will happen. */
import { type ReactNode, useState } from "react";
import { Dialog } from "../dialog/dialog.tsx";
import { BusyButton } from "../ui/busy-button.tsx";

interface ConfirmDialogProps {
  title: string;
  /** What it is about and what follows. */
  children: ReactNode;
  /** A verb: «Supprimer». */
  confirm: string;
  /** Keeps the dialog busy until it is done; whoever opened the dialog closes it. */
  onConfirm(): Promise<void> | void;
  onCancel(): void;
}

export function ConfirmDialog({ title, children, confirm, onConfirm, onCancel }: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false);
  return (
    <Dialog title={title} onClose={onCancel}>
      <div className="desk grid gap-5">
        <div className="text-sm text-ink-soft">{children}</div>
        <div className="flex flex-wrap justify-end gap-2">
          <button type="button" className="btn btn-outline max-sm:grow" onClick={onCancel}>
            Annuler
          </button>
          <BusyButton
            type="button"
            className="btn btn-primary max-sm:grow"
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
            {confirm}
          </BusyButton>
        </div>
      </div>
    </Dialog>
  );
}
