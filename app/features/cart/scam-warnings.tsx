/**
 * Three warnings against fraud that rotate above the cart. The rotation pauses on hover, on focus and by its
 * button, and is off under prefers-reduced-motion. All three occupy the same grid cell, so that the page does
 * not shift when a longer one is shown. It is no live region: a screen reader reads it in passing and is not
 * interrupted.
 */
import ChevronRight from "lucide-react/icons/chevron-right";
import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import ShieldAlert from "lucide-react/icons/shield-alert";
import { useEffect, useState } from "react";

const ROTATION_MS = 5000;

const warnings = [
  "Ne payez jamais en dehors de nos moyens de paiement officiels\u00a0: ici, vous payez au livreur, à la réception.",
  "Vérifiez l'authenticité du site\u00a0: regardez son adresse dans la barre du navigateur avant de commander.",
  "Ne donnez jamais d'informations personnelles, de mot de passe ou de code par téléphone.",
] as const;

const CONTROL_CLASS = "grid size-11 shrink-0 place-items-center rounded-md hover:bg-white/60";

export function ScamWarnings() {
  const [shown, setShown] = useState(0);
  const [isPaused, setIsPaused] = useState(false);
  const [stopped, setStopped] = useState(false);

  useEffect(() => {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) setStopped(true);
  }, []);

  useEffect(() => {
    if (isPaused || stopped) return;
    const timer = setInterval(() => setShown((index) => (index + 1) % warnings.length), ROTATION_MS);
    return () => clearInterval(timer);
  }, [isPaused, stopped]);

  return (
    <section
      aria-label="Mises en garde contre les arnaques"
      className="flex items-center gap-2 rounded-card border border-warning bg-warning-soft py-1 pr-1 pl-4"
      onPointerEnter={() => setIsPaused(true)}
      onPointerLeave={() => setIsPaused(false)}
      onFocus={() => setIsPaused(true)}
      onBlur={() => setIsPaused(false)}
    >
      <ShieldAlert aria-hidden className="shrink-0 text-brand" size={24} />
      <div className="grid flex-1 items-center py-2 text-sm font-medium">
        {warnings.map((warning, index) => (
          <p key={warning} className={`col-start-1 row-start-1 ${index === shown ? "" : "invisible"}`}>
            {warning}
          </p>
        ))}
      </div>
      <div className="flex max-sm:flex-col">
        <button
          type="button"
          className={CONTROL_CLASS}
          aria-label={stopped ? "Reprendre le défilement" : "Arrêter le défilement"}
          onClick={() => setStopped(!stopped)}
        >
          {stopped ? <Play aria-hidden size={18} /> : <Pause aria-hidden size={18} />}
        </button>
        <button
          type="button"
          className={CONTROL_CLASS}
          aria-label="Mise en garde suivante"
          onClick={() => setShown((shown + 1) % warnings.length)}
        >
          <ChevronRight aria-hidden size={20} />
        </button>
      </div>
    </section>
  );
}
