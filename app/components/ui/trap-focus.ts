/** Keeps the focus in a sheet while it is an open popover, for its `onKeyDown`. */
import type { KeyboardEvent } from "react";

/** Moves the focus from the last control to the first, and backwards from the first to the last. */
export function trapFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "Tab" || !event.currentTarget.matches(":popover-open")) return;
  const list = [...event.currentTarget.querySelectorAll<HTMLElement>("a, button, input, select")].filter(
    (control) =>
      control.offsetParent !== null && !(control instanceof HTMLInputElement && control.type === "radio"),
  );
  const [leaving, entering] = event.shiftKey ? [list.at(0), list.at(-1)] : [list.at(-1), list.at(0)];
  if (document.activeElement !== leaving) return;
  event.preventDefault();
  entering?.focus();
}
