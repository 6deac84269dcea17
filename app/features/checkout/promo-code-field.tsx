/** The field for a promo code, inside the form of the order: Enter applies the code and orders nothing. */
import { useEffect, useRef } from "react";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { TextField } from "#app/components/ui/forms/field.tsx";
import type { PromoCodeChoice } from "./use-promo-code.ts";

export function PromoCodeField({ promo }: { promo: PromoCodeChoice }) {
  const { typed, applied, problem, busy, type, apply, remove } = promo;
  const content = useRef<HTMLDivElement>(null);
  const isPressed = useRef(false);
  // What was pressed is replaced by what follows, or its result is read with the field.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs again for each result.
  useEffect(() => {
    if (busy || !isPressed.current) return;
    isPressed.current = false;
    content.current?.querySelector<HTMLElement>("input, button")?.focus();
    // The problem below the field may be behind the bar.
    content.current?.scrollIntoView({ block: "nearest" });
  }, [busy, applied, problem]);

  function press(action: () => void) {
    isPressed.current = true;
    action();
  }

  if (applied) {
    return (
      <div ref={content} className="flex flex-wrap items-center justify-between gap-x-3 text-sm">
        <span role="status">
          Code <strong>{applied.code}</strong> appliqué
        </span>
        <button type="button" className="link min-h-11" onClick={() => press(remove)}>
          Retirer le code
        </button>
      </div>
    );
  }
  return (
    <div ref={content} className="grid grid-cols-[1fr_auto] items-start gap-2">
      <TextField
        label="Code promo"
        optional
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={60}
        value={typed}
        error={problem ?? undefined}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          press(apply);
        }}
      />
      <BusyButton
        variant="outline"
        className="mt-[1.6rem] max-sm:px-3"
        busy={busy}
        onClick={() => press(apply)}
      >
        {busy ? "Vérification..." : "Appliquer"}
      </BusyButton>
    </div>
  );
}
