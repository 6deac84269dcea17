/**
 * The side menu of a phone: it comes in from the left as a dialog of the browser, which keeps the keyboard inside,
 * closes with Escape or a press beside it, and gives the focus back. Open as long as it is rendered.
 */
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { CloseIcon } from "../../../components/ui/icons.tsx";

interface MenuSheetProps {
  onClose(): void;
  children: ReactNode;
}

export function MenuSheet({ onClose, children }: MenuSheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label="Menu"
      closedby="any"
      onClose={(event) => !event.currentTarget.open && onClose()}
      className="desk-sheet"
    >
      <div className="flex h-14 shrink-0 items-center justify-between border-b border-white/10 pr-1.5 pl-6">
        <span className="font-heading text-lg font-bold">Menu</span>
        <button
          type="button"
          aria-label="Fermer le menu"
          className="icon-btn"
          onClick={() => dialog.current?.close()}
        >
          <CloseIcon size={22} />
        </button>
      </div>
      {children}
    </dialog>
  );
}
