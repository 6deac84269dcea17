/**
 * A dialog over the page: the browser's own, which keeps the keyboard inside, closes with Escape or a press beside it, and gives the
 * focus back. On a phone it comes up from the bottom, where the thumb is. It is open as long as it is rendered.
 */
import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { CloseIcon } from "../ui/icons.tsx";

interface DialogProps {
  title: string;
  /** Called however the visitor closes it; the page then stops rendering it. */
  onClose(): void;
  /** Whether a press beside it closes it, as is usual; not where that would throw away what somebody typed. */
  closedBeside?: boolean;
  children: ReactNode;
}

export function Dialog({ title, onClose, closedBeside = true, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Before the element leaves the page: one that has left has no focus to give back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      // At once: until the browser's own closing is told, a press on what opened the dialog would be lost. A file
      // chooser within the dialog is given up by an event of the same name.
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      // What closes it only to open it again, as React's strict mode does in development, is nobody's wish.
      onClose={(event) => !event.currentTarget.open && onClose()}
      closedby={closedBeside ? "any" : "closerequest"}
      className="m-auto max-h-[85dvh] w-full max-w-[560px] overflow-y-auto overscroll-contain rounded-xl bg-white text-ink shadow-lg backdrop:bg-ink/50 max-md:mb-0 max-md:max-w-none max-md:rounded-b-none"
    >
      <div className="p-4 md:p-6">
        <div className="mb-4 flex items-start justify-between gap-3">
          <h2 id={titleId} className="pt-1.5 text-xl">
            {title}
          </h2>
          <button
            type="button"
            aria-label="Fermer"
            className="icon-btn -mt-1 -mr-2 shrink-0 hover:bg-sand"
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
