/** Asks before a row is deleted, and brings the list up to date afterwards. */
import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { useRevalidator } from "react-router";
import { ConfirmDialog } from "./confirm-dialog.tsx";

interface DeleteDialogProps {
  title: string;
  /** Names the row and says what follows. */
  children: ReactNode;
  /** Gives whether the row is gone; why not, it says itself. */
  onDelete(): Promise<boolean>;
  onClose(): void;
}

export function DeleteDialog({ title, children, onDelete, onClose }: DeleteDialogProps) {
  const { revalidate } = useRevalidator();
  async function confirm() {
    const isGone = await onDelete();
    flushSync(onClose);
    if (!isGone) return;
    // The closed dialog gave the focus back to a button that is about to go with its row.
    document.getElementById("content")?.focus({ preventScroll: true });
    await revalidate();
  }
  return (
    <ConfirmDialog title={title} confirm="Supprimer" onConfirm={confirm} onCancel={onClose}>
      {children}
    </ConfirmDialog>
  );
}
