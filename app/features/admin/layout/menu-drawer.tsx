/**
 * The side menu of a phone: a modal dialog that slides in from the left, traps the focus, closes on Escape or
 * a press on the backdrop, and restores the focus. It is open as long as it is rendered.
 */
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { CloseIcon } from "#app/components/ui/icons.tsx";

interface MenuDrawerProps {
  onClose(): void;
  children: ReactNode;
}

export function MenuDrawer({ onClose, children }: MenuDrawerProps) {
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
      className="admin-drawer"
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
