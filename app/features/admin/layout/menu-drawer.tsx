/** The side menu of a phone: a modal that slides in from the left. */
import type { ReactNode } from "react";
import { Modal } from "#app/components/dialog/modal.tsx";
import { CloseIcon } from "#app/components/ui/icons.tsx";

interface MenuDrawerProps {
  onClose(): void;
  children: ReactNode;
}

export function MenuDrawer({ onClose, children }: MenuDrawerProps) {
  return (
    <Modal aria-label="Menu" onClose={onClose} className="admin-drawer">
      <div className="flex h-14 shrink-0 items-center justify-between border-b border-white/10 pr-1.5 pl-6">
        <span className="font-heading text-lg font-bold">Menu</span>
        <button type="button" aria-label="Fermer le menu" className="icon-btn" onClick={onClose}>
          <CloseIcon size={22} />
        </button>
      </div>
      {children}
    </Modal>
  );
}
