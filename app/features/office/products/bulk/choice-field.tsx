/** A field that offers a few answers, and none as the first. */
import type { ComponentProps } from "react";
import { Field } from "../../../../components/ui/field.tsx";

interface ChoiceFieldProps extends Omit<ComponentProps<"select">, "id" | "className"> {
  label: string;
  choices: readonly { value: string; label: string }[];
  error?: string | undefined;
}

export function ChoiceField({ label, choices, error, ...select }: ChoiceFieldProps) {
  return (
    <Field label={label} error={error}>
      {({ "aria-required": _, ...control }) => (
        <select {...select} {...control} className="field">
          <option value="">Inchangé</option>
          {choices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
