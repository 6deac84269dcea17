/**
 * The choice of a list's order: a GET form with a button, which the script submits as soon as an order is chosen.
 */
import { useEffect, useEffectEvent, useRef } from "react";
import { useNavigate } from "react-router";
import { Button } from "#app/components/ui/button.tsx";
import { type ProductSort, parseProductSort, SORT_LABELS } from "./product-sort.ts";

interface SortSelectProps {
  /** null is the documented order, which is called `defaultLabel`. */
  sort: ProductSort | null;
  defaultLabel: string;
  /** The other orders. */
  sorts: readonly ProductSort[];
  /** The path of the list in this order, from its first page. */
  getPath(sort: ProductSort | null): string;
}

export function SortSelect({ sort, defaultLabel, sorts, getPath }: SortSelectProps) {
  const navigate = useNavigate();
  const select = useRef<HTMLSelectElement>(null);
  const shown = sort ?? "";
  const open = (value: string) => navigate(getPath(parseProductSort(value)));

  const openEarlyChoice = useEffectEvent(open);
  const isHydrated = useRef(false);
  useEffect(() => {
    const element = select.current;
    if (!element) return;
    // Another list of the history, or what was chosen before hydration.
    if (isHydrated.current) element.value = shown;
    else if (element.value !== shown) openEarlyChoice(element.value);
    isHydrated.current = true;
  }, [shown]);

  const [action, query] = getPath(null).split("?");
  return (
    <form
      action={action}
      className="flex max-w-[14rem] min-w-0 grow basis-[4.5rem] gap-2 max-xs:basis-full md:grow-0 md:basis-auto"
    >
      {[...new URLSearchParams(query)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <select
        ref={select}
        name="sort"
        aria-label="Trier par"
        defaultValue={shown}
        autoComplete="off"
        className="field min-w-0 truncate pr-7 pl-2 text-sm md:w-auto"
        onChange={(event) => open(event.target.value)}
      >
        <option value="">{defaultLabel}</option>
        {sorts.map((each) => (
          <option key={each} value={each}>
            {SORT_LABELS[each]}
          </option>
        ))}
      </select>
      <Button variant="outline" type="submit" className="without-script px-3">
        Trier
      </Button>
    </form>
  );
}
