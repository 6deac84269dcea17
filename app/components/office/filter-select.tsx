/** One filter of a list: a choice that stands in the address under its name, or nothing for all. */
import { useLayoutEffect, useRef } from "react";
import { useSearchParams } from "react-router";

interface FilterSelectProps {
  /** Its parameter in the address. */
  name: string;
  /** What is chosen, for screen readers. */
  label: string;
  /** What is shown while nothing is chosen: «Toute catégorie». */
  all: string;
  options: readonly { value: string; label: string }[];
}

export function FilterSelect({ name, label, all, options }: FilterSelectProps) {
  const [params] = useSearchParams();
  const select = useRef<HTMLSelectElement>(null);
  const value = params.get(name) ?? "";
  const chosen = options.some((option) => option.value === value) ? value : "";

  // The way back, or a link that clears the filters, changes what it has to show. Not by drawing it anew: whoever
  // chooses by keyboard would lose the place. Nor later than the rest is drawn: it would undo a choice made meanwhile.
  useLayoutEffect(() => {
    if (select.current) select.current.value = chosen;
  }, [chosen]);

  return (
    <select
      ref={select}
      name={name}
      aria-label={label}
      defaultValue={chosen}
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
