/**
 * The button of the filter sheet: «Voir 39 produits», the number that match the filters as they are chosen. Each change
 * asks for a count after a pause, and abandons the count before it. Without script, and when the count fails or takes
 * too long, it is «Voir les produits».
 */
import { type RefObject, useEffect, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import type { RowCount } from "#app/lib/lists/list-page.ts";
import { type CatalogFilters, getCatalogPath, readFilterForm } from "./catalog-filters.ts";
import { formatProductTotal } from "./product-total.ts";

const DEBOUNCE_MS = 300;
const TIMEOUT_MS = 5000;

interface MatchingTotalProps {
  form: RefObject<HTMLFormElement | null>;
  /** The filters of the list behind the sheet, and its count; null when it could not be loaded. */
  filters: CatalogFilters;
  count: RowCount | null;
}

export function MatchingTotal({ form, filters, count }: MatchingTotalProps) {
  const shown = getCountQuery(filters);
  const query = useChosenQuery(form, shown);
  const counted = useCount(query === shown ? null : query);
  const total = query === shown ? count : counted;
  const label = toLabel(import.meta.env.SSR ? null : total);
  return (
    <>
      <Button variant="primary" type="submit" className="in-sheet px-2">
        {label}
      </Button>
      <p aria-live="polite" className="sr-only">
        {label}
      </p>
    </>
  );
}

function toLabel(count: RowCount | null): string {
  if (!count) return "Voir les produits";
  return count.total === 0 ? "Aucun produit" : `Voir ${formatProductTotal(count)}`;
}

/** The query of the list that is chosen in the form, some moments after each change. */
function useChosenQuery(form: RefObject<HTMLFormElement | null>, shown: string): string {
  const [query, setQuery] = useState(shown);
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const update = () => setQuery(getCountQuery(readFilterForm(element)));
    let timer: ReturnType<typeof setTimeout>;
    const onInput = () => {
      clearTimeout(timer);
      timer = setTimeout(update, DEBOUNCE_MS);
    };
    // What was chosen before this form was rendered.
    update();
    element.addEventListener("input", onInput);
    return () => {
      clearTimeout(timer);
      element.removeEventListener("input", onInput);
    };
  }, [form]);
  return query;
}

/** The count of the list of a query (null asks for none); null until it is known. */
function useCount(query: string | null): RowCount | null {
  const [answer, setAnswer] = useState<{ query: string; count: RowCount } | null>(null);
  useEffect(() => {
    if (query === null) return;
    const abort = new AbortController();
    const timeout = setTimeout(() => abort.abort(), TIMEOUT_MS);
    loadCount(query, abort.signal).then(
      (count) => setAnswer({ query, count }),
      // The button works without the number.
      () => setAnswer(null),
    );
    return () => {
      clearTimeout(timeout);
      abort.abort();
    };
  }, [query]);
  return answer?.query === query ? answer.count : null;
}

async function loadCount(query: string, signal: AbortSignal): Promise<RowCount> {
  const response = await fetch(`/product-count${query}`, { signal });
  if (!response.ok) throw new Error(`product count: ${response.status}`);
  return await response.json();
}

/** The order of a list and an applied range that excludes nothing do not change its count. */
function getCountQuery(filters: CatalogFilters): string {
  const priceApplied = filters.minPrice > 0 || filters.maxPrice !== null;
  return getCatalogPath({ ...filters, priceApplied, sort: null, page: 1 }).slice("/products".length);
}
