/** A modal with a title. On a phone it opens at the bottom edge, within reach of the thumb. */
import { type ReactNode, useId } from "react";
import { CloseIcon } from "#app/components/ui/icons.tsx";
import { Modal } from "./modal.tsx";

interface DialogProps {
  title: string;
  /** Called for every way of closing; the page then stops rendering the dialog. */
  onClose(): void;
  /** Whether a press on the backdrop closes it. Off where that would discard typed text. */
  closeOnBackdrop?: boolean;
  children: ReactNode;
}

export function Dialog({ title, onClose, closeOnBackdrop = true, children }: DialogProps) {
  const titleId = useId();
  return (
    <Modal
      aria-labelledby={titleId}
      onClose={onClose}
      closeOnBackdrop={closeOnBackdrop}
      className="m-auto max-h-[85dvh] w-full max-w-140 overflow-y-auto overscroll-contain rounded-xl bg-white text-foreground shadow-lg backdrop:bg-backdrop max-md:mb-0 max-md:max-w-none max-md:rounded-b-none"
    >
      <div className="p-4 md:p-6">
        <div className="mb-4 flex items-start justify-between gap-3">
          <h2 id={titleId} className="pt-1.5 text-xl">
            {title}
          </h2>
          <button
            type="button"
            aria-label="Fermer"
            className="icon-btn -mt-1 -mr-2 shrink-0 hover:bg-surface"
            onClick={onClose}
          >
            <CloseIcon size={22} />
          </button>
        </div>
        {children}
      </div>
    </Modal>
  );
}
