/** Finds a product by its name, its reference or a scanned code, and adds it: a scanner types the code and sends Enter. */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useCombobox } from "#app/components/search/use-combobox.ts";
import { Field } from "#app/components/ui/forms/field.tsx";
import { toUserMessage } from "#app/features/admin/shared/mutations/user-error.ts";

/** After the last key. */
const DELAY_MS = 200;
const MIN_LENGTH = 2;

interface ProductSearchProps<Found extends { id: string; name: string }> {
  label: string;
  hint: string;
  error: string | undefined;
  find(query: string): Promise<Found[]>;
  /** What Enter adds of what was found; null where the list has to be read. */
  pick(query: string, found: readonly Found[]): Found | null;
  /** An option of the list. */
  children(found: Found): ReactNode;
  onAdd(found: Found): void;
}

export function ProductSearch<Found extends { id: string; name: string }>({
  label,
  hint,
  error: problem,
  find,
  pick,
  children,
  onAdd,
}: ProductSearchProps<Found>) {
  const [query, setQuery] = useState("");
  const [found, setFound] = useState<{ query: string; products: Found[] } | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  /** The query that is searched last: an earlier answer that arrives later is not shown. */
  const latest = useRef("");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const products = query.trim() === "" ? [] : (found?.products ?? []);
  const combobox = useCombobox({
    count: products.length,
    onSelect: (index) => {
      const product = products[index];
      if (product) add(product);
    },
  });
  useEffect(() => () => clearTimeout(timer.current), []);

  function type(typed: string) {
    setQuery(typed);
    setMessage(null);
    latest.current = typed.trim();
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void search(typed.trim(), false), DELAY_MS);
  }

  /** `adds`: Enter was pressed, perhaps before the list has come, as a scanner does. */
  async function search(code: string, adds: boolean) {
    if (code.length < MIN_LENGTH) return;
    clearTimeout(timer.current);
    latest.current = code;
    try {
      const next = found?.query === code ? found.products : await find(code);
      if (latest.current !== code) return;
      const product = adds ? pick(code, next) : null;
      if (product) return add(product);
      setFound({ query: code, products: next });
      if (next.length === 0) setMessage(`Aucun article pour « ${code} ».`);
      else setMessage(adds ? "Choisissez l'article dans la liste." : null);
      combobox.open();
    } catch (error) {
      if (latest.current !== code) return;
      console.error("admin: the products could not be searched", error);
      setMessage(toUserMessage(error));
    }
  }

  function add(product: Found) {
    latest.current = "";
    onAdd(product);
    setQuery("");
    setFound(null);
    setMessage(`${product.name} ajouté.`);
    combobox.close();
  }

  return (
    <div>
      <Field label={label} hint={hint} error={problem}>
        {(control) => (
          <input
            {...control}
            {...combobox.inputProps}
            aria-required={false}
            type="search"
            autoComplete="off"
            enterKeyHint="done"
            value={query}
            onChange={(event) => type(event.target.value)}
            onBlur={combobox.close}
            onKeyDown={(event) => {
              const isChosen = combobox.inputProps["aria-activedescendant"] !== undefined;
              if (event.key === "Enter" && !isChosen && !event.nativeEvent.isComposing) {
                event.preventDefault();
                void search(query.trim(), true);
              } else combobox.onKeyDown(event.nativeEvent);
            }}
          />
        )}
      </Field>
      <p role="status" className="mt-1 min-h-5 text-sm text-muted">
        {message}
      </p>
      {combobox.isListed && (
        <div
          role="listbox"
          aria-label="Articles trouvés"
          {...combobox.listProps}
          className="card max-h-80 divide-y divide-border overflow-y-auto"
        >
          {products.map((product, index) => (
            <button
              type="button"
              key={product.id}
              {...combobox.getOptionProps(index)}
              className="flex min-h-11 w-full cursor-pointer items-center justify-between gap-3 px-3 py-2 text-left text-sm hover:bg-surface-muted aria-selected:bg-brand-soft"
              onClick={() => add(product)}
            >
              {children(product)}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
