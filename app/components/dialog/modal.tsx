/**
 * A modal: the browser's own `<dialog>`, which traps the focus, closes with Escape or a press on the backdrop,
 * and restores the focus. It is open as long as it is rendered. With a mouse or a keyboard the first field of a form
 * has the focus, so that its answer can be typed at once; on a phone the keyboard would hide what is asked.
 */
import { type ComponentProps, useLayoutEffect, useRef } from "react";
import { hasKeyboard } from "#app/components/ui/has-keyboard.ts";

interface ModalProps
  extends Pick<ComponentProps<"dialog">, "aria-label" | "aria-labelledby" | "children" | "onKeyDown"> {
  className: string;
  /** Called for every way of closing; the page then stops rendering the modal. */
  onClose(): void;
  /** Whether a press on the backdrop closes it. Off where that would discard typed text. */
  closeOnBackdrop?: boolean;
}

const FIRST_FIELD = 'form :is(input:not([type="hidden"]), select, textarea)';

export function Modal({ onClose, closeOnBackdrop = true, ...dialog }: ModalProps) {
  const modal = useRef<HTMLDialogElement>(null);
  // A layout effect, since it closes the dialog before React removes the element: a removed element cannot
  // restore the focus.
  useLayoutEffect(() => {
    const element = modal.current;
    element?.showModal();
    if (hasKeyboard()) element?.querySelector<HTMLElement>(FIRST_FIELD)?.focus();
    return () => element?.close();
  }, []);
  return (
    <dialog
      {...dialog}
      ref={modal}
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
    />
  );
}
