/** Asks for confirmation before a screen or the window with unsaved changes is left. */
import { useEffect } from "react";
import { useBlocker } from "react-router";
import { ConfirmDialog } from "./confirm-dialog.tsx";

export function UnsavedGuard({ dirty }: { dirty: boolean }) {
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
      Ce que vous avez modifié sur cet écran n'est pas enregistré et sera perdu.
    </ConfirmDialog>
  );
}
