/** A switch with its label beside it and an optional hint below it. */
import { type ComponentProps, useId } from "react";

interface SwitchFieldProps extends Omit<ComponentProps<"input">, "id" | "type" | "className"> {
  label: string;
  hint?: string;
}

export function SwitchField({ label, hint, ...input }: SwitchFieldProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <input
        {...input}
        id={id}
        type="checkbox"
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="admin-switch"
      />
      <div className="grid gap-0.5 text-sm">
        <label htmlFor={id} className="py-3 font-semibold md:py-1">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
