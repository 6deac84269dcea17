/** One variant in the grid: a cell for each column. It renders again only when its own values change. */
import Trash2 from "lucide-react/icons/trash-2";
import { memo } from "react";
import {
  findCellProblem,
  VARIANT_LABELS,
  type VariantColumn,
  type VariantRow,
} from "#app/features/admin/shared/fields/variant-fields.ts";
import { CellInput } from "./cell-input.tsx";
import { formatChoices, getRowKey } from "./variant-rows.ts";

export interface GridActions {
  setCell(row: string, column: VariantColumn, value: string): void;
  remove(row: string): void;
}

interface RowProps {
  row: VariantRow;
  /** Among the listed rows, from 0. */
  index: number;
  columns: readonly VariantColumn[];
  /** What saving found wrong, by column, as long as the value is the same. */
  errors: Partial<Record<VariantColumn, string>> | undefined;
  /** The addresses of the images of the product. */
  images: readonly string[];
  actions: GridActions;
}

const CELL_CLASSES: Readonly<Record<VariantColumn, string>> = {
  reference: "min-w-32",
  barcode: "min-w-36",
  price: "min-w-24 text-right tabular-nums",
  old_price: "min-w-24 text-right tabular-nums",
  stock: "min-w-20 text-right tabular-nums",
  weight_grams: "min-w-24 text-right tabular-nums",
  content_size: "min-w-20 text-right tabular-nums",
  image: "min-w-40",
};

const INPUT_MODES: Readonly<Record<VariantColumn, "text" | "numeric" | "decimal">> = {
  reference: "text",
  barcode: "text",
  price: "numeric",
  old_price: "numeric",
  stock: "numeric",
  weight_grams: "numeric",
  content_size: "decimal",
  image: "text",
};

function Row({ row, index, columns, errors, images, actions }: RowProps) {
  const key = getRowKey(row);
  const name = formatChoices(row.choices);
  return (
    <tr className="border-t border-border align-top">
      <th
        scope="row"
        className="sticky left-0 z-1 min-w-30 max-w-36 bg-white px-3 py-2 text-left font-medium break-words"
      >
        {name}
      </th>
      {columns.map((column) => {
        const value = row[column];
        // A value that is still to be typed is no problem before saving.
        const problem = errors?.[column] ?? (value.trim() === "" ? null : findCellProblem(row, column));
        const errorId = problem ? `variant-${index}-${column}` : undefined;
        const control = {
          "aria-label": `${VARIANT_LABELS[column]} de ${name}`,
          "aria-invalid": problem !== null,
          "aria-describedby": errorId,
          "data-index": index,
          "data-column": column,
          className: `field ${CELL_CLASSES[column]}`,
          value,
        };
        return (
          <td key={column} className="px-1 py-1">
            {column === "image" ? (
              <select {...control} onChange={({ target }) => actions.setCell(key, column, target.value)}>
                <option value="">Celle du produit</option>
                {images.map((url, place) => (
                  <option key={url} value={url}>
                    Image {place + 1}
                  </option>
                ))}
                {value !== "" && !images.includes(value) && <option value={value}>Autre image</option>}
              </select>
            ) : (
              <CellInput
                {...control}
                inputMode={INPUT_MODES[column]}
                onCommit={(typed) => actions.setCell(key, column, typed)}
              />
            )}
            {problem && (
              <p id={errorId} className="max-w-36 px-1 text-xs font-medium text-danger">
                {problem}
              </p>
            )}
          </td>
        );
      })}
      <td className="px-1 py-1">
        <button
          type="button"
          aria-label={`Retirer la variante ${name}`}
          title="Retirer la variante"
          className="icon-btn text-danger hover:bg-surface-muted"
          onClick={() => actions.remove(key)}
        >
          <Trash2 aria-hidden size={16} />
        </button>
      </td>
    </tr>
  );
}

/** The form library copies its values at each change: the rows are compared by their text. */
export const VariantGridRow = memo(
  Row,
  (before, after) =>
    before.index === after.index &&
    before.errors === after.errors &&
    before.columns === after.columns &&
    before.images === after.images &&
    before.actions === after.actions &&
    getRowKey(before.row) === getRowKey(after.row) &&
    after.columns.every((column) => before.row[column] === after.row[column]),
);
