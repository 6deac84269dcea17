/**
 * A button that revalidates a screen, also where the screen updates in real time: a connection may be lost.
 */
import RefreshCw from "lucide-react/icons/refresh-cw";
import { useState } from "react";
import { useRevalidator } from "react-router";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { assertOnline } from "./use-online.ts";

interface RefreshButtonProps {
  label?: string;
  /** Beside another button, only the icon is shown on a phone. */
  compact?: boolean;
}

export function RefreshButton({ label = "Actualiser", compact = false }: RefreshButtonProps) {
  const { revalidate } = useRevalidator();
  // The button is busy only after its own press, not during other revalidations.
  const [busy, setBusy] = useState(false);

  async function refresh() {
    if (!assertOnline("l'écran ne peut pas être actualisé.")) return;
    setBusy(true);
    await revalidate();
    setBusy(false);
  }

  return (
    <BusyButton
      aria-label={label}
      variant="outline"
      className={compact ? "max-sm:grow-0! max-sm:px-3" : ""}
      busy={busy}
      onClick={() => void refresh()}
    >
      <RefreshCw aria-hidden size={16} />
      <span className={compact ? "max-sm:hidden" : ""}>{label}</span>
    </BusyButton>
  );
}
