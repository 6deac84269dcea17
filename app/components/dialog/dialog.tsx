/**
 * A modal dialog: the browser's own `<dialog>`, which traps the focus, closes with Escape or a press on the
 * backdrop, and restores the focus. On a phone it opens at the bottom edge, within reach of the thumb. It is
 * open as long as it is rendered.
 */
import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { CloseIcon } from "#app/components/ui/icons.tsx";

interface DialogProps {
  title: string;
  /** Called for every way of closing; the page then stops rendering the dialog. */
  onClose(): void;
  /** Whether a press on the backdrop closes it. Off where that would discard typed text. */
  closeOnBackdrop?: boolean;
  children: ReactNode;
}

export function Dialog({ title, onClose, closeOnBackdrop = true, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // A layout effect, since it closes the dialog before React removes the element: a removed element cannot
  // restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      // Closes at once: a press on the opener between `cancel` and the browser's `close` event would be lost.
      // Cancelling a file chooser inside the dialog fires an event of the same name, hence the check of the
      // target.
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      // React's strict mode closes the dialog and opens it again in development; that is not a close by the
      // visitor.
      onClose={(event) => !event.currentTarget.open && onClose()}
      closedby={closeOnBackdrop ? "any" : "closerequest"}
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
    </dialog>
  );
}
