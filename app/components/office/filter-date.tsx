/** A day as the limit of a list: it stands in the address under its name, «2026-11-21», or not at all. */
import { useLayoutEffect, useRef } from "react";
import { useSearchParams } from "react-router";

interface FilterDateProps {
  /** Its parameter in the address. */
  name: string;
  /** «Du», «Au». */
  label: string;
}

export function FilterDate({ name, label }: FilterDateProps) {
  const [params] = useSearchParams();
  const value = params.get(name) ?? "";
  const field = useRef<HTMLInputElement>(null);
  // The way back, or a link that clears the filters, changes what the field has to show.
  useLayoutEffect(() => {
    if (field.current && field.current !== document.activeElement) field.current.value = value;
  }, [value]);
  return (
    <label className="flex items-center gap-2 text-sm text-ink-soft max-sm:grid max-sm:grow max-sm:gap-0.5">
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
