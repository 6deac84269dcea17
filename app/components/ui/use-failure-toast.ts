/**
 * Shows an error toast when a section of the page failed to load; the section renders its own error in place.
 */
import { useEffect } from "react";
import type { Result } from "#app/lib/result.ts";
import { toast } from "./toast/toast.ts";

/** The toast is titled «Erreur». When the section is loaded again, the new toast replaces the last one. */
export function useFailureToast(result: Result<unknown>, description: string): void {
  useEffect(() => {
    if (!result.ok) toast({ title: "Erreur", description, variant: "error", topic: description });
  }, [result, description]);
}
