/**
 * The toast container: an empty live region from the start, because screen readers only announce changes in a
 * region that they already know. The viewport is loaded into it with the first toast. Our own implementation
 * weighs a sixth of the smallest library, and nothing before the first toast.
 */
import { type ComponentType, useEffect, useState } from "react";
import { createLazyModule } from "#app/lib/lazy-module.ts";
import { getToasts, subscribeToToasts } from "./toast.ts";

/** The viewport's lazy module. Screens whose toasts may report a lost connection preload it. */
export const toastModule = createLazyModule(() => import("./toast-viewport.tsx"));

export function Toaster() {
  const [Viewport, setViewport] = useState<ComponentType | null>(null);

  useEffect(() => {
    if (Viewport) return;
    function fetchViewport() {
      toastModule.get().then(
        (module) => setViewport(() => module.ToastViewport),
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
