/** How many pieces of each line the customer refuses. */
import { MinusIcon, PlusIcon } from "#app/components/ui/icons.tsx";
import { formatQuantity, isSoldByUnit } from "#app/lib/format/units.ts";
import type { CourierLine } from "./courier-run.ts";

interface RefusedLinesProps {
  lines: readonly CourierLine[];
  /** The refused pieces by the position of their line; a line that is kept is missing. */
  refused: ReadonlyMap<number, number>;
  error: string | undefined;
  onChange(refused: ReadonlyMap<number, number>): void;
}

export function RefusedLines({ lines, refused, error, onChange }: RefusedLinesProps) {
  function setPieces(position: number, pieces: number) {
    const others = [...refused].filter(([other]) => other !== position);
    onChange(new Map(pieces === 0 ? others : [...others, [position, pieces]]));
  }
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm font-semibold">Pièces refusées</legend>
      {lines.map(({ position, name, quantity, soldBy, credits }) => {
        const pieces = refused.get(position) ?? 0;
        // What more would reduce the amount by is not known without a network.
        const most = Math.min(quantity, credits.length);
        return (
          <div key={position} className="flex items-center justify-between gap-3">
            <span className="min-w-0 text-sm wrap-anywhere">
              {name}
              {isSoldByUnit(soldBy) && (
                <span className="block text-muted">par {formatQuantity(1, soldBy)}</span>
              )}
            </span>
            <span className="flex shrink-0 items-center rounded-lg border border-border-strong">
              <button
                type="button"
                className="icon-btn"
                aria-label={`Une pièce refusée de moins : ${name}`}
                aria-disabled={pieces === 0}
                onClick={() => pieces > 0 && setPieces(position, pieces - 1)}
              >
                <MinusIcon size={18} />
              </button>
              <input
                type="text"
                inputMode="numeric"
                autoComplete="off"
                aria-label={`Pièces refusées : ${name}`}
                placeholder="0"
                className="h-11 w-12 text-center font-semibold tabular-nums"
                value={pieces || ""}
                onChange={({ target }) =>
                  setPieces(position, Math.min(Number(target.value.replace(/\D/g, "")), most))
                }
              />
              <span className="px-1.5 font-semibold tabular-nums">/&nbsp;{quantity}</span>
              <button
                type="button"
                className="icon-btn"
                aria-label={`Une pièce refusée de plus : ${name}`}
                aria-disabled={pieces === most}
                onClick={() => pieces < most && setPieces(position, pieces + 1)}
              >
                <PlusIcon size={18} />
              </button>
            </span>
          </div>
        );
      })}
      {error && (
        <p role="alert" className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
