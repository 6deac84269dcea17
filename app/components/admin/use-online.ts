/**
 * Whether the browser has a network. False is certain; true only means that there is one, not that the shop answers.
 */
import { useSyncExternalStore } from "react";
import { toastError } from "#app/components/ui/toast/toast.ts";

export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  return () => {
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
}

/** Whether an action that needs the network can begin; says at once when it cannot. */
export function assertOnline(action: string): boolean {
  if (navigator.onLine) return true;
  toastError(`Pas de réseau : ${action}`);
  return false;
}
