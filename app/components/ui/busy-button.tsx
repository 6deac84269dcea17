/**
 * A button with a busy state. It is not disabled while busy, since that would drop the focus: it is
 * `aria-disabled` and ignores presses, also the Enter key in a field of its form.
 */
import { Button, type ButtonProps } from "./button.tsx";

interface BusyButtonProps extends ButtonProps {
  busy: boolean;
}

export function BusyButton({ busy, onClick, ...button }: BusyButtonProps) {
  return (
    <Button
      {...button}
      aria-busy={busy}
      aria-disabled={busy}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    />
  );
}
