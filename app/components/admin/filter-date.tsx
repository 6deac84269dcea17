/** A date that limits a list. It is in the URL under its name, «2026-11-21», or absent. */
import { useLayoutEffect, useRef } from "react";
import { useSearchParams } from "react-router";

interface FilterDateProps {
  /** The query parameter. */
  name: string;
  /** «Du», «Au». */
  label: string;
}

export function FilterDate({ name, label }: FilterDateProps) {
  const [params] = useSearchParams();
  const value = params.get(name) ?? "";
  const field = useRef<HTMLInputElement>(null);
  // The back button, or a link that clears the filters, changes the value of the field.
  useLayoutEffect(() => {
    if (field.current && field.current !== document.activeElement) field.current.value = value;
  }, [value]);
  return (
    <label className="flex items-center gap-2 text-sm text-muted max-sm:grid max-sm:grow max-sm:gap-0.5">
      {label}
      <input
        ref={field}
        type="date"
        name={name}
        defaultValue={value}
        className="field w-auto max-sm:w-full"
      />
    </label>
  );
}
