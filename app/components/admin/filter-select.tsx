/** One filter of a list. The selected value is in the URL under its name, or absent for all rows. */
import { useLayoutEffect, useRef } from "react";
import { useSearchParams } from "react-router";

interface FilterSelectProps {
  /** The query parameter. */
  name: string;
  /** The label of the select, for screen readers. */
  label: string;
  /** The option for no filter: «Toute catégorie». */
  all: string;
  options: readonly { value: string; label: string }[];
}

export function FilterSelect({ name, label, all, options }: FilterSelectProps) {
  const [params] = useSearchParams();
  const select = useRef<HTMLSelectElement>(null);
  const value = params.get(name) ?? "";
  const selected = options.some((option) => option.value === value) ? value : "";

  // The back button, or a link that clears the filters, changes the value. The select is not remounted: a
  // keyboard user would lose the focus. A layout effect, since a later one would undo a choice made in the
  // meantime.
  useLayoutEffect(() => {
    if (select.current) select.current.value = selected;
  }, [selected]);

  return (
    <select
      ref={select}
      name={name}
      aria-label={label}
      defaultValue={selected}
      className="field w-auto text-ellipsis md:max-w-56 max-sm:min-w-0 max-sm:grow max-sm:basis-32"
    >
      <option value="">{all}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
