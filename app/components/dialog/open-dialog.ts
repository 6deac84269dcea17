import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";

/**
 * Opens a dialog over the open screen for code that knows no screen, hence in a React root of its own. Resolves to what
 * it is closed with.
 */
export function openDialog<Answer>(render: (close: (answer: Answer) => void) => ReactNode): Promise<Answer> {
  const container = document.body.appendChild(document.createElement("div"));
  const root = createRoot(container);
  return new Promise((resolve) => {
    function close(answer: Answer) {
      root.unmount();
      container.remove();
      resolve(answer);
    }
    root.render(render(close));
  });
}
