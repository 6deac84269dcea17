/**
 * Holds a value back while a pointer is pressed. A field that is validated when it is left shows or hides its error
 * between the press and the release on another control; the page would move under the pointer, and the browser
 * drops a click that is released elsewhere than it was pressed.
 */
import { useLayoutEffect, useState } from "react";

let isPressed = false;
const waiting = new Set<() => void>();

if (typeof document !== "undefined") document.addEventListener("pointerdown", press, { capture: true });

function press() {
  if (isPressed) return;
  isPressed = true;
  const listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  const release = () => {
    listening.abort();
    // The browser sends the click in the same task as the release.
    setTimeout(() => {
      isPressed = false;
      for (const show of waiting) show();
    });
  };
  // A context menu, a list of options or another window may take the release: the next key or movement without a
  // pressed button tells.
  for (const type of ["pointerup", "pointercancel", "keydown"])
    document.addEventListener(type, release, options);
  document.addEventListener("pointermove", ({ buttons }) => buttons === 0 && release(), options);
  // Not captured: that of an element would end at the window, too.
  window.addEventListener("blur", release, { signal: listening.signal });
}

/** The value; while a pointer is pressed, the one from before the press. */
export function useValueAfterPress<Value>(value: Value): Value {
  const [shown, setShown] = useState(value);
  // Before the browser paints, so that no frame shows the former value.
  useLayoutEffect(() => {
    if (value === shown) return;
    const show = () => setShown(() => value);
    if (!isPressed) return show();
    waiting.add(show);
    return () => void waiting.delete(show);
  }, [value, shown]);
  return shown;
}
