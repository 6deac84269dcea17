/** The options and the variants of a product in its form. Without an option the product is sold as it is. */
import Plus from "lucide-react/icons/plus";
import { useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ConfirmDialog } from "#app/components/admin/confirm-dialog.tsx";
import { Panel } from "#app/components/admin/panel.tsx";
import { Button } from "#app/components/ui/button.tsx";
import {
  MAX_OPTIONS,
  MAX_VARIANTS,
  VARIANT_COLUMNS,
  type VariantRow,
} from "#app/features/admin/shared/fields/variant-fields.ts";
import { formatCount, formatNumber } from "#app/lib/format/numbers.ts";
import type { OptionActions } from "./option-fields.tsx";
import { OptionFields } from "./option-fields.tsx";
import { setCells } from "./variant-cells.ts";
import type { VariantErrors } from "./variant-errors.ts";
import { VariantGrid } from "./variant-grid.tsx";
import type { GridActions } from "./variant-row.tsx";
import {
  addChoices,
  addMissing,
  addOption,
  countCombinations,
  EMPTY_VALUES,
  getRowKey,
  moveChoice,
  type OptionsChange,
  removeChoice,
  removeOption,
  renameChoice,
} from "./variant-rows.ts";

interface VariantPanelProps {
  value: OptionsChange;
  /** The values of the first variants: those that the product had without options. */
  initial: Partial<VariantRow>;
  /** Whether a packet of the product says what it holds. */
  hasContent: boolean;
  images: readonly string[];
  errors: VariantErrors;
  /** What concerns the variants as a whole. */
  error: string | undefined;
  onChange(next: OptionsChange): void;
}

export function VariantPanel(props: VariantPanelProps) {
  const { value, initial, hasContent, images, errors, error, onChange } = props;
  const { options, rows } = value;
  const [message, setMessage] = useState("");
  /** A change that takes variants away that customers can buy. */
  const [loss, setLoss] = useState<OptionsChange | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const columns = useMemo(
    () => VARIANT_COLUMNS.filter((column) => column !== "content_size" || hasContent),
    [hasContent],
  );
  // The rows are rendered again only when their own values change: what they call stays the same.
  const latest = useRef(props);
  latest.current = props;
  const [gridActions] = useState<GridActions>(() => ({
    setCell(row, column, text) {
      const { value: now, onChange: change } = latest.current;
      change({ ...now, rows: setCells(now.rows, new Map([[row, { [column]: text }]])) });
    },
    remove(row) {
      const { value: now, onChange: change } = latest.current;
      change({ ...now, rows: now.rows.filter((each) => getRowKey(each) !== row) });
    },
  }));
  const missing = Math.max(0, countCombinations(options) - rows.length);

  function change(next: OptionsChange) {
    const kept = new Set(next.rows.map(({ id }) => id));
    if (rows.some(({ id }) => id !== null && !kept.has(id))) setLoss(next);
    else onChange(next);
  }

  /** The new option gets the focus. */
  function add() {
    flushSync(() => onChange(addOption(value)));
    list.current?.lastElementChild?.querySelector("input")?.focus();
  }

  function toActions(index: number): OptionActions {
    return {
      rename: (name) =>
        onChange({
          options: options.map((option, place) => (place === index ? { ...option, name } : option)),
          rows,
        }),
      remove() {
        addButton.current?.focus();
        change(removeOption(value, index));
      },
      addChoices(choices) {
        const next = addChoices(
          value,
          index,
          choices,
          rows.length === 0 ? { ...EMPTY_VALUES, ...initial } : {},
        );
        const count = countCombinations(next.options);
        if (count > MAX_VARIANTS) {
          setMessage(
            `Ces choix feraient ${formatNumber(count)} variantes : un produit en a au plus ${formatNumber(MAX_VARIANTS)}.`,
          );
          return;
        }
        setMessage(`${formatCount(next.rows.length, "variante", "variantes")}.`);
        onChange(next);
      },
      renameChoice: (choice, name) => onChange(renameChoice(value, index, choice, name)),
      moveChoice: (choice, by) => onChange(moveChoice(value, index, choice, by)),
      removeChoice: (choice) => change(removeChoice(value, index, choice)),
    };
  }

  return (
    <Panel title="Options et variantes">
      {options.length === 0 && (
        <p className="px-4 pt-4 text-sm text-muted">
          Pour un article en plusieurs diamètres, longueurs ou couleurs : chaque combinaison a sa référence,
          son prix et son stock.
        </p>
      )}
      {options.length > 0 && (
        <ul ref={list} aria-label="Options">
          {options.map((option, index) => (
            <OptionFields
              // biome-ignore lint/suspicious/noArrayIndexKey: an option has no other identity while its name is typed.
              key={index}
              number={index + 1}
              option={option}
              errors={{
                name: errors.getOptionError(index, option, "name"),
                choices: errors.getOptionError(index, option, "choices"),
              }}
              actions={toActions(index)}
            />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-2 p-4">
        <Button
          ref={addButton}
          variant="outline"
          aria-invalid={error !== undefined && rows.length === 0}
          aria-describedby="variants-error"
          disabled={options.length >= MAX_OPTIONS}
          onClick={add}
        >
          <Plus aria-hidden size={16} />
          Ajouter une option
        </Button>
        {missing > 0 && countCombinations(options) <= MAX_VARIANTS && (
          <Button
            variant="outline"
            onClick={() =>
              onChange({ options, rows: addMissing(rows, options, { price: rows[0]?.price ?? "" }) })
            }
          >
            {missing === 1
              ? "Ajouter la combinaison laissée de côté"
              : `Ajouter les ${formatNumber(missing)} combinaisons laissées de côté`}
          </Button>
        )}
        <p role="status" className="text-sm text-muted">
          {message}
        </p>
        <p id="variants-error" className="w-full text-sm font-medium text-danger empty:hidden">
          {error}
        </p>
      </div>
      {rows.length > 0 && countCombinations(options) > 0 && (
        <VariantGrid
          {...{ options, rows, columns, images, errors }}
          actions={gridActions}
          onChange={(next) => onChange({ options, rows: next })}
        />
      )}
      {loss && (
        <ConfirmDialog
          title="Retirer des variantes"
          confirmLabel="Retirer"
          onConfirm={() => {
            onChange(loss);
            setLoss(null);
          }}
          onCancel={() => setLoss(null)}
        >
          {formatCount(rows.length - loss.rows.length, "variante disparaît", "variantes disparaissent")} de la
          boutique à l'enregistrement. Les commandes passées les gardent.
        </ConfirmDialog>
      )}
    </Panel>
  );
}
