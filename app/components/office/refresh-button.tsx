/** Reads a screen again by hand, also where it follows by itself: not every connection holds. */
import RefreshCw from "lucide-react/icons/refresh-cw";
import { useState } from "react";
import { useRevalidator } from "react-router";
import { BusyButton } from "../ui/busy-button.tsx";

interface RefreshButtonProps {
  label?: string;
  /** Beside another button: on a phone only its sign is seen. */
  compact?: boolean;
}

export function RefreshButton({ label = "Actualiser", compact = false }: RefreshButtonProps) {
  const { revalidate } = useRevalidator();
  // Only what was pressed is busy, not what is read again by itself.
  const [busy, setBusy] = useState(false);

  async function refresh() {
    setBusy(true);
    await revalidate();
    setBusy(false);
  }

  return (
    <BusyButton
      type="button"
      aria-label={label}
      className={`btn btn-outline ${compact ? "max-sm:grow-0! max-sm:px-3" : ""}`}
      busy={busy}
      onClick={() => void refresh()}
    >
      <RefreshCw aria-hidden size={16} />
      <span className={compact ? "max-sm:hidden" : ""}>{label}</span>
    </BusyButton>
  );
}
