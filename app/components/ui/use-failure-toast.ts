/** Says in a toast that a block of the page failed to load; its place on the page stays with the block. */
import { useEffect } from "react";
import type { Loaded } from "../../lib/loaded.ts";
import { toast } from "./toast/toast.ts";

/** A toast titled «Erreur» for each failed result; where a block is read again by itself, it takes the last one's place. */
export function useFailureToast(result: Loaded<unknown>, description: string): void {
  useEffect(() => {
    if (!result.ok) toast({ title: "Erreur", description, variant: "destructive", topic: description });
  }, [result, description]);
}
