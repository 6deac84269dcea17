/**
 * The place where toasts appear: an empty live region from the start, because screen readers only announce what
 * changes in a region they already know, and the viewport inside it once there is something to show. Written
 * for this shop: with its few rules it weighs a sixth of the smallest library, and nothing before the first
 * toast.
 */
import { type ComponentType, useEffect, useState } from "react";
import { onDemand } from "../../../lib/on-demand.ts";
import { getToasts, subscribeToToasts } from "./toast.ts";

/** What shows them. Screens whose toasts may have to speak of a lost connection fetch it ahead of need. */
export const toastCode = onDemand(() => import("./toast-viewport.tsx"));

export function Toaster() {
  const [Viewport, setViewport] = useState<ComponentType | null>(null);

  useEffect(() => {
    if (Viewport) return;
    function fetchViewport() {
      toastCode.get().then(
        (loaded) => setViewport(() => loaded.ToastViewport),
        (error: unknown) => console.error("toast: the viewport could not be fetched", error),
      );
    }
    if (getToasts().length > 0) fetchViewport();
    return subscribeToToasts(fetchViewport);
  }, [Viewport]);

  return (
    <section aria-label="Notifications" aria-live="polite" className="toasts">
      {Viewport && <Viewport />}
    </section>
  );
}
