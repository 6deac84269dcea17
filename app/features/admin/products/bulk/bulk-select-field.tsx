/** A select whose first option is no change. */
import type { ComponentProps } from "react";
import { Field } from "#app/components/ui/forms/field.tsx";

interface BulkSelectFieldProps extends Omit<ComponentProps<"select">, "id" | "className"> {
  label: string;
  options: readonly { value: string; label: string }[];
  error?: string | undefined;
}

export function BulkSelectField({ label, options, error, ...select }: BulkSelectFieldProps) {
  return (
    <Field label={label} error={error}>
      {({ "aria-required": _, ...control }) => (
        <select {...select} {...control} className="field">
          <option value="">Inchangé</option>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
