/**
 * The toast container: an empty live region from the start, because screen readers only announce changes in a
 * region that they already know. The viewport is loaded into it with the first toast, and its code some time after
 * the page, so that a toast can say that the network is gone. Our own implementation weighs a sixth of the smallest
 * library, and nothing before the first view.
 */
import { type ComponentType, useEffect, useState } from "react";
import { createLazyModule } from "#app/lib/lazy-module.ts";
import { getToasts, subscribeToToasts } from "./toast.ts";

/** The viewport's lazy module. Screens whose toasts may report a lost connection preload it. */
export const toastModule = createLazyModule(() => import("./toast-viewport.tsx"));

/** How long after the hydration the viewport's code is fetched, ms. */
const PRELOAD_DELAY_MS = 1500;

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

  useEffect(() => {
    // The first toast fetches it again if this fails.
    const timer = setTimeout(() => void toastModule.get().catch(() => {}), PRELOAD_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);

  return (
    <section aria-label="Notifications" aria-live="polite" className="toasts">
      {Viewport && <Viewport />}
    </section>
  );
}
