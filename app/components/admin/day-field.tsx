/** A labelled field of a day or a moment. What names no day, or one out of the range, is said beside it. */
import { useState } from "react";
import { Field, type FieldProps } from "#app/components/ui/forms/field.tsx";
import { DayInput, type DayInputProps } from "./day-input.tsx";
import { findDayProblem } from "./read-day.ts";

type DayFieldProps = FieldProps & Omit<DayInputProps, "id" | "className">;

export function DayField({
  label,
  hint,
  error,
  optional,
  className,
  onChange,
  onBlur,
  ...input
}: DayFieldProps) {
  const [problem, setProblem] = useState<string>();
  return (
    <Field label={label} hint={hint} error={problem ?? error} optional={optional} className={className}>
      {(control) => (
        <DayInput
          label={label}
          {...input}
          {...control}
          onChange={(event) => {
            setProblem(undefined);
            onChange?.(event);
          }}
          onBlur={(event) => {
            setProblem(findDayProblem(event.target.value, input));
            onBlur?.(event);
          }}
        />
      )}
    </Field>
  );
}
