/**
 * A row's form in a dialog. A failed save leaves it open as it was, with the reason above the buttons, where a toast
 * would lie behind the dialog. A press beside it does not close it: what was typed would be lost.
 */
import type { FormEventHandler, ReactNode } from "react";
import { Dialog } from "../dialog/dialog.tsx";
import { BusyButton } from "../ui/busy-button.tsx";
import { Notice } from "../ui/notice.tsx";

interface EditDialogProps {
  title: string;
  /** Why the last attempt failed. */
  failure: string | null;
  busy: boolean;
  /** Something in it cannot be saved. */
  disabled?: boolean;
  onSubmit: FormEventHandler<HTMLFormElement>;
  onClose(): void;
  children: ReactNode;
}

export function EditDialog({
  title,
  failure,
  busy,
  disabled = false,
  onSubmit,
  onClose,
  children,
}: EditDialogProps) {
  return (
    <Dialog title={title} onClose={onClose} closedBeside={false}>
      <form noValidate method="post" onSubmit={onSubmit} className="desk grid gap-4">
        {children}
        {failure && (
          <Notice tone="error" role="alert">
            {failure}
          </Notice>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <button type="button" className="btn btn-outline max-sm:grow" onClick={onClose}>
            Annuler
          </button>
          <BusyButton
            type="submit"
            className="btn btn-primary max-sm:grow"
            busy={busy}
            disabled={disabled && !busy}
          >
            {busy ? "Enregistrement..." : "Enregistrer"}
          </BusyButton>
        </div>
      </form>
    </Dialog>
  );
}
