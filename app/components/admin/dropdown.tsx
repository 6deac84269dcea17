/**
 * A button with a dropdown panel, for the menus of the top bar. The panel closes on Escape, when the focus
 * leaves it and when one of its items is activated.
 */
import { type ReactNode, useId, useRef, useState } from "react";

interface DropdownProps {
  /** The label of the button, for screen readers only. */
  label: string;
  button: ReactNode;
  className?: string;
  /** The content of the panel; an item that ends the menu calls `close`. */
  children(close: () => void): ReactNode;
}

export function Dropdown({ label, button, className = "icon-btn", children }: DropdownProps) {
  const [open, setOpen] = useState(false);
  const control = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = () => setOpen(false);
  return (
    <nav
      aria-label={label}
      className="relative"
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !open) return;
        setOpen(false);
        control.current?.focus();
      }}
    >
      <button
        ref={control}
        type="button"
        aria-label={label}
        aria-expanded={open}
        aria-controls={id}
        className={`${className} hover:bg-surface-muted aria-expanded:bg-surface-muted`}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      <div
        id={id}
        hidden={!open}
        // A press between two items keeps the focus where it is, and the panel open.
        onPointerDown={(event) => event.target === event.currentTarget && event.preventDefault()}
        className="absolute top-full right-0 z-40 mt-1 w-64 rounded-card border border-border bg-white p-1.5 text-sm shadow-lg"
      >
        {children(close)}
      </div>
    </nav>
  );
}

/** The classes of the links and buttons in the panel. */
export const DROPDOWN_ITEM_CLASS =
  "flex min-h-11 w-full items-center gap-3 rounded-md px-3 text-left font-medium hover:bg-surface md:min-h-9";
