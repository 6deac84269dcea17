/**
 * A field for one file. The browser's own field has the language of the browser: it lies invisible over ours, which
 * names the chosen file.
 */
import type { ReactNode } from "react";
import { buttonClass } from "#app/components/ui/button.tsx";
import { Field } from "./field.tsx";

interface FileFieldProps {
  label: string;
  hint?: string;
  error?: string | undefined;
  optional?: boolean;
  accept: string;
  /** The button: «Choisir un fichier». */
  children: ReactNode;
  /** The name of the chosen file; null without one. */
  fileName: string | null;
  onSelect(file: File): void;
}

export function FileField({
  label,
  hint,
  error,
  optional,
  accept,
  children,
  fileName,
  onSelect,
}: FileFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {({ className: _, ...control }) => (
        <div className="relative flex min-w-0 items-center gap-3 rounded-lg has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-foreground">
          <span aria-hidden className={buttonClass("outline", "shrink-0")}>
            {children}
          </span>
          <span aria-hidden className="min-w-0 truncate text-sm text-muted">
            {fileName ?? "Aucun fichier"}
          </span>
          <input
            {...control}
            type="file"
            accept={accept}
            className="absolute inset-0 w-full cursor-pointer opacity-0"
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file) onSelect(file);
            }}
            // Allows the same, corrected file to be selected again.
            onClick={({ currentTarget }) => {
              currentTarget.value = "";
            }}
          />
        </div>
      )}
    </Field>
  );
}
