/** Around what was typed and not saved: leaving the screen asks first, closing the window too. */
import { useEffect } from "react";
import { useBlocker } from "react-router";
import { ConfirmDialog } from "./confirm-dialog.tsx";

export function UnsavedGuard({ dirty }: { dirty: boolean }) {
  // Another query is the same screen: a dialog or a filter, not a way out.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [dirty]);

  if (blocker.state !== "blocked") return null;
  return (
    <ConfirmDialog
      title="Quitter sans enregistrer ?"
      confirm="Quitter"
      onConfirm={() => blocker.proceed()}
      onCancel={() => blocker.reset()}
    >
      Ce que vous avez modifié sur cet écran n'est pas enregistré et sera perdu.
    </ConfirmDialog>
  );
}
