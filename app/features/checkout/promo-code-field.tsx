/** The field for a promo code, inside the form of the order: Enter applies the code and orders nothing. */
import { Button } from "#app/components/ui/button.tsx";
import { TextField } from "#app/components/ui/forms/field.tsx";
import type { PromoCodeChoice } from "./use-promo-code.ts";

export function PromoCodeField({ promo }: { promo: PromoCodeChoice }) {
  const { typed, applied, problem, busy, type, apply, remove } = promo;
  if (applied) {
    return (
      <p className="flex flex-wrap items-center justify-between gap-x-3 text-sm">
        <span role="status">
          Code <strong>{applied.code}</strong> appliqué
        </span>
        <button type="button" className="link min-h-11" onClick={remove}>
          Retirer le code
        </button>
      </p>
    );
  }
  return (
    <div className="grid grid-cols-[1fr_auto] items-start gap-2">
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
          void apply();
        }}
      />
      <Button variant="outline" className="mt-[1.6rem]" disabled={busy} onClick={() => void apply()}>
        {busy ? "Vérification..." : "Appliquer"}
      </Button>
    </div>
  );
}
