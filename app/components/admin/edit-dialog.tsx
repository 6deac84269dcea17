/**
 * A row's form in a dialog. After a failed save the dialog stays open, with the reason above the buttons,
 * where a toast would be hidden behind the dialog. A press on the backdrop does not close it, so that no
 * input is lost.
 */

import type { FormEventHandler, ReactNode } from "react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";

interface EditDialogProps {
  title: string;
  /** The notice of an edit conflict; null without one. */
  conflict: ReactNode;
  /** Why the last save failed. */
  failure: string | null;
  busy: boolean;
  /** The form contains a value that cannot be saved. */
  disabled?: boolean;
  onSubmit: FormEventHandler<HTMLFormElement>;
  onClose(): void;
  children: ReactNode;
}

export function EditDialog({
  title,
  conflict,
  failure,
  busy,
  disabled = false,
  onSubmit,
  onClose,
  children,
}: EditDialogProps) {
  return (
    <Dialog title={title} onClose={onClose} closeOnBackdrop={false}>
      <form noValidate method="post" onSubmit={onSubmit} className="admin grid gap-4">
        {conflict}
        {children}
        {failure && (
          <Notice variant="error" role="alert">
            {failure}
          </Notice>
        )}
        {/* In a long form the buttons stay in sight. */}
        <div className="sticky bottom-0 -mx-4 -mb-4 flex flex-wrap justify-end gap-2 border-t border-border bg-white px-4 py-3 md:-mx-6 md:-mb-6 md:px-6">
          <Button variant="outline" className="max-sm:grow" onClick={onClose}>
            Annuler
          </Button>
          <BusyButton
            variant="primary"
            type="submit"
            className="max-sm:grow"
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
