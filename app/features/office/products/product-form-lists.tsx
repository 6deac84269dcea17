/** The lists of a product: its features, a line each, and its specifications, a name and a value each. */
import Plus from "lucide-react/icons/plus";
import Trash2 from "lucide-react/icons/trash-2";
import { type KeyboardEvent, type RefObject, useRef } from "react";
import { useFieldArray } from "react-hook-form";
import { Panel } from "../../../components/office/panel.tsx";
import { productLabels as labels } from "./product.ts";
import type { FieldsProps } from "./product-form-general.tsx";

type ListProps = Pick<FieldsProps, "form" | "className">;

export function FeatureList({ form, className }: ListProps) {
  const { register, control, formState } = form;
  const { fields, append, insert, remove } = useFieldArray({ control, name: "features" });
  const more = useRef<HTMLButtonElement>(null);
  const error = formState.errors.features?.message;

  function onKeyDown(event: KeyboardEvent, index: number) {
    if (event.key !== "Enter") return;
    event.preventDefault();
    insert(index + 1, { text: "" });
  }

  return (
    <ListPanel title={labels.features} error={error} className={className}>
      <ul className="grid gap-2 empty:hidden">
        {fields.map(({ id }, index) => (
          <li key={id} className="flex gap-2">
            <input
              aria-label={`Caractéristique ${index + 1}`}
              autoComplete="off"
              className="field"
              {...register(`features.${index}.text`)}
              onKeyDown={(event) => onKeyDown(event, index)}
            />
            <RemoveButton
              label={`Retirer la caractéristique ${index + 1}`}
              focusNext={more}
              onRemove={() => remove(index)}
            />
          </li>
        ))}
      </ul>
      <button ref={more} type="button" className="btn btn-outline w-fit" onClick={() => append({ text: "" })}>
        <Plus aria-hidden size={16} />
        Ajouter une ligne
      </button>
    </ListPanel>
  );
}

export function SpecificationList({ form, className }: ListProps) {
  const { register, control, formState } = form;
  const { fields, append, remove } = useFieldArray({ control, name: "specifications" });
  const more = useRef<HTMLButtonElement>(null);
  const errors = formState.errors.specifications;
  return (
    <ListPanel title={labels.specifications} error={errors?.message} className={className}>
      <ul className="grid gap-3 empty:hidden sm:gap-2">
        {fields.map(({ id }, index) => {
          const error = errors?.[index]?.name?.message;
          return (
            <li key={id} className="flex items-start gap-2">
              <div className="grid grow gap-2 sm:grid-cols-2">
                <div className="grid content-start gap-1">
                  <input
                    aria-label={`Nom de la spécification ${index + 1}`}
                    placeholder="Nom : Puissance"
                    autoComplete="off"
                    className="field"
                    aria-invalid={error !== undefined}
                    aria-describedby={error && `${id}-error`}
                    {...register(`specifications.${index}.name`)}
                  />
                  {error && (
                    <p id={`${id}-error`} className="text-sm font-medium text-danger">
                      {error}
                    </p>
                  )}
                </div>
                <input
                  aria-label={`Valeur de la spécification ${index + 1}`}
                  placeholder="Valeur : 750 W"
                  autoComplete="off"
                  className="field"
                  {...register(`specifications.${index}.value`)}
                />
              </div>
              <RemoveButton
                label={`Retirer la spécification ${index + 1}`}
                focusNext={more}
                onRemove={() => remove(index)}
              />
            </li>
          );
        })}
      </ul>
      <button
        ref={more}
        type="button"
        className="btn btn-outline w-fit"
        onClick={() => append({ name: "", value: "" })}
      >
        <Plus aria-hidden size={16} />
        Ajouter une spécification
      </button>
    </ListPanel>
  );
}

function ListPanel(props: {
  title: string;
  error: string | undefined;
  className: string;
  children: React.ReactNode;
}) {
  return (
    <div className={props.className}>
      <Panel title={props.title}>
        <div className="grid gap-3 p-4">
          {props.children}
          {props.error && (
            <p role="alert" className="text-sm font-medium text-danger">
              {props.error}
            </p>
          )}
        </div>
      </Panel>
    </div>
  );
}

/** It goes away with its line: the focus waits where the next line is added. */
function RemoveButton(props: {
  label: string;
  focusNext: RefObject<HTMLButtonElement | null>;
  onRemove(): void;
}) {
  return (
    <button
      type="button"
      aria-label={props.label}
      className="icon-btn shrink-0 text-danger hover:bg-sand-deep"
      onClick={() => {
        props.focusNext.current?.focus();
        props.onRemove();
      }}
    >
      <Trash2 aria-hidden size={16} />
    </button>
  );
}
