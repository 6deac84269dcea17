/** In what a product is sold: its unit, the size of a step, the smallest quantity, and what a packet holds. */
import { useWatch } from "react-hook-form";
import { Panel } from "#app/components/admin/panel.tsx";
import { Field } from "#app/components/ui/forms/field.tsx";
import { getProductField, type ProductFieldName } from "#app/features/admin/shared/fields/product-fields.ts";
import {
  CONTENT_UNITS,
  isMeasure,
  isUnit,
  UNIT_LABELS,
  UNITS,
} from "#app/features/admin/shared/labels/unit-labels.ts";
import { formatMinimum, formatSoldBy, type SoldBy } from "#app/lib/format/units.ts";
import { parseDecimal } from "#app/lib/forms/decimal.ts";
import { parseWholeNumber } from "#app/lib/forms/whole-number.ts";
import type { Unit } from "#app/lib/supabase/database.types.ts";
import { type ProductFieldsProps, SimpleField } from "./simple-field.tsx";

interface UnitFieldsProps extends ProductFieldsProps {
  /** Each variant has a bar code of its own. */
  hasVariants: boolean;
}

export function UnitFields({ className, hasVariants, ...props }: UnitFieldsProps) {
  const { form } = props;
  const [unit, stepSize, minimum, contentSize, contentUnit] = useWatch({
    control: form.control,
    name: ["unit", "step_size", "minimum_quantity", "content_size", "content_unit"],
  });
  const soldBy = toSoldBy(unit, stepSize, minimum, contentSize, contentUnit);
  const { dirtyFields, defaultValues } = form.formState;
  const isStepChanged = isMeasure(unit) && unit === defaultValues?.unit && dirtyFields.step_size;
  const summary = soldBy && [formatSoldBy(soldBy), formatMinimum(soldBy)].filter(Boolean).join(", ");

  /** A measure has a step and no content, a packet the reverse. */
  function changeUnit(next: string) {
    const values = isMeasure(next) ? { content_size: "", content_unit: "" } : { step_size: "1" };
    for (const [name, value] of Object.entries({ ...values, unit: next }) as [ProductFieldName, string][])
      form.setValue(name, value, { shouldDirty: true, shouldValidate: form.formState.submitCount > 0 });
  }

  return (
    <div className={className}>
      <Panel title="Vente">
        <div className="grid gap-4 p-4 sm:grid-cols-2">
          <UnitSelect name="unit" units={UNITS} onChange={changeUnit} {...props} />
          <SimpleField name="minimum_quantity" {...props} />
          {isMeasure(unit) ? (
            <SimpleField name="step_size" {...props} />
          ) : (
            <>
              <SimpleField name="content_size" {...props} />
              <UnitSelect
                name="content_unit"
                units={CONTENT_UNITS}
                empty="Aucune"
                onChange={(next) => form.setValue("content_unit", next, { shouldDirty: true })}
                {...props}
              />
            </>
          )}
          {!hasVariants && <SimpleField name="barcode" {...props} />}
          <p role="status" className="text-sm text-muted sm:col-span-2">
            Les clients voient : {summary || "vendu à la pièce"}.
            {isStepChanged &&
              " Le stock sera converti au nouveau pas. Le prix et les paliers valent pour un pas : vérifiez-les."}
          </p>
        </div>
      </Panel>
    </div>
  );
}

interface UnitSelectProps extends Omit<UnitFieldsProps, "className" | "hasVariants" | "onLeave"> {
  name: "unit" | "content_unit";
  units: readonly Unit[];
  /** The option for no unit. */
  empty?: string;
  onChange(unit: string): void;
}

function UnitSelect({ name, units, empty, form, toFieldError, onChange }: UnitSelectProps) {
  const value = useWatch({ control: form.control, name });
  const { label, optional } = getProductField(name);
  return (
    <Field label={label} optional={optional} error={toFieldError(form.formState.errors[name]?.message)}>
      {(control) => (
        <select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
          {empty !== undefined && <option value="">{empty}</option>}
          {units.map((unit) => (
            <option key={unit} value={unit}>
              {UNIT_LABELS[unit]}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Null while a value is missing or invalid. */
function toSoldBy(
  unit: string,
  stepSize: string,
  minimum: string,
  contentSize: string,
  contentUnit: string,
): SoldBy | null {
  const step = parseDecimal(stepSize || "1");
  const content = contentSize.trim() === "" ? null : parseDecimal(contentSize);
  if (!isUnit(unit) || Number.isNaN(step) || Number.isNaN(content)) return null;
  return {
    unit,
    step_size: step,
    minimum_quantity: parseWholeNumber(minimum) || 1,
    content_size: content,
    content_unit: isUnit(contentUnit) ? contentUnit : null,
  };
}
