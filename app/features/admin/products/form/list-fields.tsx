/**
 * The lists of a product: its features, one per line, and its specifications, a name and a value each. They
 * are plain form values: the field arrays of the form library would be loaded with every form of the shop.
 */

import Plus from "lucide-react/icons/plus";
import Trash2 from "lucide-react/icons/trash-2";
import { type ReactNode, useRef } from "react";
import { flushSync } from "react-dom";
import { useWatch } from "react-hook-form";
import { Panel } from "#app/components/admin/panel.tsx";
import { Button } from "#app/components/ui/button.tsx";
import {
  findSpecificationError,
  getProductField,
  type ProductFieldName,
} from "#app/features/admin/shared/fields/product-fields.ts";
import { useValueAfterPress } from "#app/lib/forms/use-value-after-press.ts";
import type { ProductFieldsProps } from "./simple-field.tsx";

type ListProps = Pick<ProductFieldsProps, "form" | "className">;

export function FeatureList({ form, className }: ListProps) {
  const features = useWatch({ control: form.control, name: "features" });
  const change = (lines: string[]) => form.setValue("features", lines, { shouldDirty: true });
  return (
    <LineList
      {...{ form, className }}
      name="features"
      addLabel="Ajouter une ligne"
      count={features.length}
      onAdd={(index) => change(features.toSpliced(index, 0, ""))}
      onRemove={(index) => change(features.toSpliced(index, 1))}
      removeLabel="Retirer la caractéristique"
    >
      {(index, addAfter) => (
        <input
          aria-label={`Caractéristique ${index + 1}`}
          autoComplete="off"
          className="field"
          value={features[index] ?? ""}
          onChange={({ currentTarget }) => change(features.with(index, currentTarget.value))}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            addAfter();
          }}
        />
      )}
    </LineList>
  );
}

export function SpecificationList({ form, className }: ListProps) {
  const pairs = useWatch({ control: form.control, name: "specifications" });
  const isInvalid = form.formState.errors.specifications !== undefined;
  const isErrorShown = useValueAfterPress(isInvalid);
  const lineError = isInvalid || isErrorShown ? findSpecificationError(pairs) : null;
  const change = (next: typeof pairs) => form.setValue("specifications", next, { shouldDirty: true });
  const check = () => void form.trigger("specifications");
  return (
    <LineList
      {...{ form, className }}
      name="specifications"
      addLabel="Ajouter une spécification"
      count={pairs.length}
      onAdd={(index) => change(pairs.toSpliced(index, 0, { name: "", value: "" }))}
      onRemove={(index) => {
        change(pairs.toSpliced(index, 1));
        check();
      }}
      removeLabel="Retirer la spécification"
    >
      {(index) => {
        const { name, value } = pairs[index] ?? { name: "", value: "" };
        const message = lineError?.index === index ? lineError.message : undefined;
        const error = isErrorShown ? message : undefined;
        return (
          <div className="grid grow gap-2 sm:grid-cols-2">
            <div className="grid content-start gap-1">
              <input
                aria-label={`Nom de la spécification ${index + 1}`}
                placeholder="Nom : Puissance"
                autoComplete="off"
                className="field"
                aria-invalid={isInvalid && message !== undefined}
                aria-describedby={error && "specification-error"}
                value={name}
                onBlur={check}
                onChange={({ currentTarget }) =>
                  change(pairs.with(index, { name: currentTarget.value, value }))
                }
              />
              {error && (
                <p id="specification-error" className="text-sm font-medium text-danger">
                  {error}
                </p>
              )}
            </div>
            <input
              aria-label={`Valeur de la spécification ${index + 1}`}
              placeholder="Valeur : 750 W"
              autoComplete="off"
              className="field"
              value={value}
              onBlur={check}
              onChange={({ currentTarget }) =>
                change(pairs.with(index, { name, value: currentTarget.value }))
              }
            />
          </div>
        );
      }}
    </LineList>
  );
}

interface LineListProps {
  name: ProductFieldName;
  addLabel: string;
  count: number;
  onAdd(index: number): void;
  onRemove(index: number): void;
  /** Followed by the line's number. */
  removeLabel: string;
  className: string;
  /** Below the button. */
  footer?: ReactNode;
  /** A line; `addAfter` inserts one below it. */
  children(index: number, addAfter: () => void): ReactNode;
}

/** Lines that can be added and removed, in a panel. A new line gets the focus; after a removal the add button gets it. */
export function LineList({
  name,
  addLabel,
  count,
  onAdd,
  onRemove,
  removeLabel,
  className,
  footer,
  children,
}: LineListProps) {
  const list = useRef<HTMLUListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);

  function add(index: number) {
    flushSync(() => onAdd(index));
    list.current?.children[index]?.querySelector("input")?.focus();
  }

  return (
    <div className={className}>
      <Panel title={getProductField(name).label}>
        <div className="grid gap-3 p-4">
          <ul ref={list} className="grid gap-3 empty:hidden sm:gap-2">
            {[...Array(count).keys()].map((index) => (
              <li key={index} className="flex items-start gap-2">
                {children(index, () => add(index + 1))}
                <button
                  type="button"
                  aria-label={`${removeLabel} ${index + 1}`}
                  className="icon-btn shrink-0 text-danger hover:bg-surface-muted"
                  onClick={() => {
                    addButton.current?.focus();
                    onRemove(index);
                  }}
                >
                  <Trash2 aria-hidden size={16} />
                </button>
              </li>
            ))}
          </ul>
          <Button variant="outline" ref={addButton} className="w-fit" onClick={() => add(count)}>
            <Plus aria-hidden size={16} />
            {addLabel}
          </Button>
          {footer}
        </div>
      </Panel>
    </div>
  );
}
