/**
 * A labelled form field with its hint and its error. The error is linked to the control by
 * `aria-describedby`, so that a screen reader reads it with the field; the hint states the expected format
 * before any error. An error never appears or disappears under a pressed pointer.
 */
import { useId } from "react";
import { useValueAfterPress } from "#app/lib/forms/use-value-after-press.ts";

export interface FieldProps {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** Labels the field as optional; fields are required otherwise. */
  optional?: boolean | undefined;
  className?: string | undefined;
}

interface ControlProps {
  id: string;
  className: string;
  "aria-invalid": boolean;
  "aria-describedby": string | undefined;
  "aria-required": boolean;
}

export function Field({
  label,
  hint,
  error,
  optional = false,
  className,
  children,
}: FieldProps & { children: (control: ControlProps) => React.ReactNode }) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  const shownError = useValueAfterPress(error);
  const errorId = shownError ? `${id}-error` : undefined;
  return (
    <div className={`grid content-start gap-1.5 ${className ?? ""}`}>
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
        {optional && <span className="font-normal text-muted"> (facultatif)</span>}
      </label>
      {children({
        id,
        // Limited to `input` and `textarea`, since a select always matches `:read-only`.
        className:
          "field [&:is(input,textarea):read-only]:bg-surface-muted [&:is(input,textarea):read-only]:text-muted",
        "aria-invalid": error !== undefined,
        "aria-describedby": [errorId, hintId].filter(Boolean).join(" ") || undefined,
        "aria-required": !optional,
      })}
      {shownError && (
        <p id={errorId} className="flex gap-1.5 text-sm font-medium text-danger">
          <span aria-hidden="true">⚠</span>
          {shownError}
        </p>
      )}
      {hint && (
        <p id={hintId} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}

type TextFieldProps = FieldProps & Omit<React.ComponentProps<"input">, "id" | "className">;

export function TextField({ label, hint, error, optional, className, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional} className={className}>
      {(control) => <input type="text" {...input} {...control} />}
    </Field>
  );
}

type TextAreaFieldProps = FieldProps & Omit<React.ComponentProps<"textarea">, "id" | "className">;

export function TextAreaField({ label, hint, error, optional, className, ...textarea }: TextAreaFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional} className={className}>
      {(control) => <textarea {...textarea} {...control} />}
    </Field>
  );
}
