/** Says in a toast that a block of the page failed to load; its place on the page stays with the block. */
import { useEffect } from "react";
import type { Loaded } from "../../lib/loaded.ts";
import { toastError } from "./toast/toast.ts";

/** One toast for each failed result, titled «Erreur». */
export function useFailureToast(result: Loaded<unknown>, description: string): void {
  useEffect(() => {
    if (!result.ok) toastError(description);
  }, [result, description]);
}
