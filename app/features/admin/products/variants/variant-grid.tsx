/**
 * The grid of variants: typed like a spreadsheet, with the arrow keys, values copied down and pasted columns. It shows
 * a part of the rows at a time, so that a thousand variants are typed as fast as ten.
 */
import ArrowDownToLine from "lucide-react/icons/arrow-down-to-line";
import { type ClipboardEvent, type KeyboardEvent, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "#app/components/ui/button.tsx";
import {
  type ProductOption,
  VARIANT_LABELS,
  type VariantColumn,
  type VariantRow,
} from "#app/features/admin/shared/fields/variant-fields.ts";
import { formatCount, formatNumber } from "#app/lib/format/numbers.ts";
import { CellChanges } from "./cell-changes.tsx";
import { type CellPlace, computeCells, fillDown, parsePastedCells, pasteCells } from "./variant-cells.ts";
import type { VariantErrors } from "./variant-errors.ts";
import { type GridActions, VariantGridRow } from "./variant-row.tsx";
import { getRowKey } from "./variant-rows.ts";

const ROWS_PER_PAGE = 50;

interface VariantGridProps {
  options: readonly ProductOption[];
  rows: readonly VariantRow[];
  columns: readonly VariantColumn[];
  images: readonly string[];
  errors: VariantErrors;
  actions: GridActions;
  onChange(rows: VariantRow[]): void;
}

export function VariantGrid({ options, rows, columns, images, errors, actions, onChange }: VariantGridProps) {
  const table = useRef<HTMLTableElement>(null);
  /** The cell that had the focus last: the button copies its value. */
  const lastCell = useRef<CellPlace | null>(null);
  /** The chosen choice of each option; missing for all. */
  const [filter, setFilter] = useState<Readonly<Record<number, string>>>({});
  const [page, setPage] = useState(0);
  const [message, setMessage] = useState("");
  const [shownErrors, setShownErrors] = useState(errors);
  if (shownErrors !== errors) {
    // The first invalid cell is on the screen when the form looks for it.
    setShownErrors(errors);
    if (errors.firstRow !== null) {
      setFilter({});
      setPage(Math.floor(errors.firstRow / ROWS_PER_PAGE));
    }
  }

  const visible = useMemo(
    () =>
      rows.filter(({ choices }) =>
        Object.entries(filter).every(
          ([option, choice]) => choice === "" || choices[Number(option)] === choice,
        ),
      ),
    [rows, filter],
  );
  const pageCount = Math.max(1, Math.ceil(visible.length / ROWS_PER_PAGE));
  const shownPage = Math.min(page, pageCount - 1);
  const start = shownPage * ROWS_PER_PAGE;

  function focusCell(index: number, column: string): boolean {
    if (index < 0 || index >= visible.length) return false;
    const target = Math.floor(index / ROWS_PER_PAGE);
    if (target !== shownPage) flushSync(() => setPage(target));
    const cell = table.current?.querySelector<HTMLElement>(
      `[data-index="${index}"][data-column="${column}"]`,
    );
    cell?.focus();
    if (cell instanceof HTMLInputElement) cell.select();
    return cell !== undefined;
  }

  function copyDown(
    place: CellPlace,
    value = visible.find((row) => getRowKey(row) === place.row)?.[place.column],
  ) {
    const from = visible.findIndex((row) => getRowKey(row) === place.row);
    if (from < 0 || value === undefined) return;
    onChange(fillDown({ rows, visible }, place, value));
    const count = visible.length - from - 1;
    setMessage(
      `${VARIANT_LABELS[place.column]} : valeur recopiée dans ${formatCount(count, "ligne", "lignes")}.`,
    );
  }

  function onKeyDown(event: KeyboardEvent) {
    const place = findPlace(event.target, visible);
    if (!place || event.nativeEvent.isComposing) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "d") {
      event.preventDefault();
      // What was typed last has not reached the rows.
      return copyDown(place, event.target instanceof HTMLInputElement ? event.target.value : undefined);
    }
    const isInput = event.target instanceof HTMLInputElement;
    const by = { ArrowDown: 1, ArrowUp: -1, Enter: event.shiftKey ? -1 : 1 }[event.key];
    if (by === undefined || !isInput || event.altKey) return;
    // Enter would submit the form.
    event.preventDefault();
    focusCell(place.index + by, place.column);
  }

  function onPaste(event: ClipboardEvent) {
    const place = findPlace(event.target, visible);
    const cells = parsePastedCells(event.clipboardData.getData("text"));
    if (!place || !cells) return;
    event.preventDefault();
    onChange(pasteCells({ rows, visible, columns }, place, cells));
    const count = Math.min(cells.length, visible.length - place.index);
    setMessage(`${formatCount(count, "ligne collée", "lignes collées")}.`);
  }

  return (
    <div className="grid gap-3">
      <div className="grid gap-3 px-4">
        {rows.length > 1 && options.length > 0 && (
          <fieldset className="flex flex-wrap items-center gap-2">
            <legend className="sr-only">Lister les variantes</legend>
            {options.map(({ name, choices }, index) => (
              <select
                // Options are told apart by their place: two may have the same name while it is typed.
                // biome-ignore lint/suspicious/noArrayIndexKey: see above.
                key={index}
                aria-label={`Lister par ${name || `option ${index + 1}`}`}
                className="field w-auto max-w-48"
                value={filter[index] ?? ""}
                onChange={({ target }) => {
                  setFilter({ ...filter, [index]: target.value });
                  setPage(0);
                }}
              >
                <option value="">{`${name || `Option ${index + 1}`} : toutes`}</option>
                {choices.map((choice) => (
                  <option key={choice} value={choice}>
                    {choice}
                  </option>
                ))}
              </select>
            ))}
          </fieldset>
        )}
        <CellChanges
          count={visible.length}
          onApply={(column, operation, typed) => {
            onChange(computeCells(rows, visible, column, operation, typed));
            setMessage(
              `${VARIANT_LABELS[column]} : ${formatCount(visible.length, "variante", "variantes")}.`,
            );
          }}
        />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button
            variant="outline"
            title="Ctrl+D dans une case"
            onClick={() => {
              const cell = lastCell.current;
              if (cell) copyDown(cell);
              else setMessage("Placez-vous d'abord dans la case à recopier.");
            }}
          >
            <ArrowDownToLine aria-hidden size={16} />
            Recopier vers le bas
          </Button>
          <p role="status" className="text-sm text-muted">
            {message}
          </p>
        </div>
      </div>
      {/* The table scrolls by itself; its cells take the focus. */}
      <div className="overflow-x-auto border-t border-border">
        <table
          ref={table}
          className="w-full border-collapse text-sm"
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onFocus={({ target }) => {
            lastCell.current = findPlace(target, visible) ?? lastCell.current;
          }}
        >
          <caption className="sr-only">Les variantes</caption>
          <thead>
            <tr className="text-left text-xs text-muted">
              <th scope="col" className="sticky left-0 z-1 bg-white px-3 py-2">
                Variante
              </th>
              {columns.map((column) => (
                <th key={column} scope="col" className="px-2 py-2 font-semibold">
                  {VARIANT_LABELS[column]}
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {visible.slice(start, start + ROWS_PER_PAGE).map((row, place) => (
              <VariantGridRow
                key={getRowKey(row)}
                row={row}
                index={start + place}
                columns={columns}
                errors={errors.getRowErrors(row)}
                images={images}
                actions={actions}
              />
            ))}
          </tbody>
        </table>
      </div>
      {pageCount > 1 && (
        <nav aria-label="Pages de variantes" className="flex flex-wrap items-center gap-2 px-4 pb-3 text-sm">
          <Button variant="outline" disabled={shownPage === 0} onClick={() => setPage(shownPage - 1)}>
            Précédentes
          </Button>
          <span className="tabular-nums">
            {formatNumber(start + 1)} à {formatNumber(Math.min(start + ROWS_PER_PAGE, visible.length))} sur{" "}
            {formatNumber(visible.length)}
          </span>
          <Button
            variant="outline"
            disabled={shownPage === pageCount - 1}
            onClick={() => setPage(shownPage + 1)}
          >
            Suivantes
          </Button>
        </nav>
      )}
    </div>
  );
}

/** The cell of an element of the grid. */
function findPlace(
  element: EventTarget,
  visible: readonly VariantRow[],
): (CellPlace & { index: number }) | null {
  if (!(element instanceof HTMLElement)) return null;
  const index = Number(element.dataset.index ?? -1);
  const row = visible[index];
  const column = (Object.keys(VARIANT_LABELS) as VariantColumn[]).find(
    (each) => each === element.dataset.column,
  );
  return row && column ? { index, row: getRowKey(row), column } : null;
}
