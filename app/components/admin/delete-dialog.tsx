/** Confirms the deletion of a row and revalidates the list afterwards. */
import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { useRevalidator } from "react-router";
import { ConfirmDialog } from "./confirm-dialog.tsx";

interface DeleteDialogProps {
  title: string;
  /** The row's name and the consequences of the deletion. */
  children: ReactNode;
  /** Resolves to whether the row is deleted. The function itself reports a failure. */
  onDelete(): Promise<boolean>;
  onClose(): void;
}

export function DeleteDialog({ title, children, onDelete, onClose }: DeleteDialogProps) {
  const { revalidate } = useRevalidator();
  async function confirm() {
    const isDeleted = await onDelete();
    flushSync(onClose);
    if (!isDeleted) return;
    // Closing the dialog returned the focus to a button that is removed with its row.
    document.getElementById("content")?.focus({ preventScroll: true });
    await revalidate();
  }
  return (
    <ConfirmDialog title={title} confirmLabel="Supprimer" onConfirm={confirm} onCancel={onClose}>
      {children}
    </ConfirmDialog>
  );
}
