/**
 * A button whose work takes a while. It is not disabled meanwhile, which would take the focus from whoever pressed it:
 * it says that it is busy, and what is pressed then, also the Enter key in a field of its form, does nothing.
 */
import type { ComponentProps } from "react";

interface BusyButtonProps extends ComponentProps<"button"> {
  busy: boolean;
}

export function BusyButton({ busy, onClick, ...button }: BusyButtonProps) {
  return (
    <button
      {...button}
      aria-busy={busy}
      aria-disabled={busy}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    />
  );
}
