/** «Ma position»: read only when it is pressed, and kept with the order for the driver. */
import MapPin from "lucide-react/icons/map-pin";
import { useRef, useState } from "react";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { Button } from "#app/components/ui/button.tsx";

interface PositionFieldProps {
  /** «latitude,longitude»; empty without one. */
  position: string;
  onChange(position: string): void;
}

export function PositionField({ position, onChange }: PositionFieldProps) {
  const [state, setState] = useState<"idle" | "reading" | "failed">("idle");
  const readButton = useRef<HTMLButtonElement>(null);

  function read() {
    if (!("geolocation" in navigator)) return setState("failed");
    setState("reading");
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setState("idle");
        onChange(`${coords.latitude.toFixed(6)},${coords.longitude.toFixed(6)}`);
      },
      (error) => {
        console.error("checkout: the position could not be read", error);
        setState("failed");
      },
      { enableHighAccuracy: true, timeout: 20_000, maximumAge: 60_000 },
    );
  }

  return (
    <div className="grid content-start gap-1.5 sm:col-span-2">
      <div className="flex flex-wrap gap-2">
        <BusyButton ref={readButton} variant="outline" onClick={read} busy={state === "reading"}>
          <MapPin aria-hidden size={18} />
          {state === "reading" ? "Recherche..." : "Ma position"}
        </BusyButton>
        {position !== "" && (
          <Button
            variant="outline"
            onClick={() => {
              // The pressed button is removed.
              readButton.current?.focus();
              onChange("");
            }}
          >
            Retirer
          </Button>
        )}
      </div>
      <p role="status" className="text-sm text-muted">
        {getMessage(state, position)}
      </p>
    </div>
  );
}

function getMessage(state: string, position: string): string {
  if (state === "failed") return "Votre position n'a pas pu être lue. Décrivez un repère.";
  return position === ""
    ? "Facultatif : le livreur ouvre votre position dans sa carte."
    : "Votre position sera jointe à la commande, pour le livreur.";
}
