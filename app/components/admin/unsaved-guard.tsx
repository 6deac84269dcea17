/** Asks for confirmation before a screen or the window with unsaved changes is left. */
import { useEffect } from "react";
import { useBlocker } from "react-router";
import { ConfirmDialog } from "./confirm-dialog.tsx";

interface UnsavedGuardProps {
  dirty: boolean;
  /** Whether the input stays in this browser. */
  hasDraft?: boolean;
}

export function UnsavedGuard({ dirty, hasDraft = false }: UnsavedGuardProps) {
  // A different query is the same screen: a dialog or a filter.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (!dirty) return;
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", onBeforeUnload);
    return () => window.removeEventListener("beforeunload", onBeforeUnload);
  }, [dirty]);

  if (blocker.state !== "blocked") return null;
  return (
    <ConfirmDialog
      title="Quitter sans enregistrer ?"
      confirmLabel="Quitter"
      onConfirm={() => blocker.proceed()}
      onCancel={() => blocker.reset()}
    >
      {hasDraft
        ? "Ce que vous avez modifié n'est pas enregistré. Il reste en brouillon sur cet appareil."
        : "Ce que vous avez modifié sur cet écran n'est pas enregistré et sera perdu."}
    </ConfirmDialog>
  );
}
