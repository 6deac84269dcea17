/**
 * Finds what is received or counted: by the camera where the browser reads bar codes, by a scanner that types the code
 * and sends Enter, or by a part of the name.
 */
import Camera from "lucide-react/icons/camera";
import { type FormEvent, type RefObject, useRef, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/forms/field.tsx";
import { hasKeyboard } from "#app/components/ui/has-keyboard.ts";
import { isNamedBy } from "#app/features/admin/shared/item-code.ts";
import { toUserMessage } from "#app/features/admin/shared/mutations/user-error.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { canScan, Scanner } from "./scanner.tsx";
import { findStockItems, type StockItem } from "./stock-items.queries.ts";

interface ItemSearchProps {
  label: string;
  field: RefObject<HTMLInputElement | null>;
  /** `isScanned`: by a bar code, with nothing chosen by hand. */
  onPick(item: StockItem, isScanned: boolean): void;
}

export function ItemSearch({ label, field, onPick }: ItemSearchProps) {
  const [found, setFound] = useState<StockItem[]>([]);
  const [message, setMessage] = useState<string | null>(null);
  const [isScanning, setIsScanning] = useState(false);
  /** The code that is looked up last: an earlier answer that arrives later is not shown. */
  const latest = useRef("");

  async function search(code: string) {
    latest.current = code;
    setMessage("Recherche...");
    try {
      const items = await findStockItems(getSupabase(), code);
      if (latest.current !== code) return;
      const [only] = items;
      if (only && items.length === 1) return pick(only, isNamedBy(only, code));
      setFound(items);
      setMessage(items.length === 0 ? `Aucun article pour « ${code} ».` : "Choisissez l'article.");
    } catch (error) {
      if (latest.current !== code) return;
      console.error("admin: no item could be searched", error);
      setFound([]);
      setMessage(toUserMessage(error));
    }
  }

  function pick(item: StockItem, isScanned: boolean) {
    setFound([]);
    setMessage(item.name);
    if (field.current) field.current.value = "";
    onPick(item, isScanned);
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = field.current?.value.trim() ?? "";
    if (code !== "") void search(code);
  }

  return (
    <div className="admin grid gap-2">
      <form noValidate method="post" onSubmit={submit} className="flex flex-wrap items-end gap-2">
        <Field
          label={label}
          className="min-w-0 grow basis-48"
          hint="Code-barres, référence ou nom, puis Entrée."
        >
          {(control) => (
            <input
              {...control}
              ref={field}
              type="search"
              autoComplete="off"
              enterKeyHint="search"
              aria-required={false}
            />
          )}
        </Field>
        <Button type="submit" variant="outline" className="sm:mb-6.5">
          Chercher
        </Button>
        {canScan() && (
          <Button variant="outline" className="sm:mb-6.5" onClick={() => setIsScanning(!isScanning)}>
            <Camera aria-hidden size={18} />
            {isScanning ? "Fermer la caméra" : "Scanner"}
          </Button>
        )}
      </form>
      {isScanning && <Scanner onCode={(code) => void search(code)} onClose={() => setIsScanning(false)} />}
      <p role="status" className="min-h-5 text-sm text-muted">
        {message}
      </p>
      {found.length > 0 && (
        <ul aria-label="Articles trouvés" className="card divide-y divide-border">
          {found.map((item) => (
            <li key={item.id}>
              <button
                type="button"
                className="flex min-h-11 w-full cursor-pointer items-center justify-between gap-3 px-3 py-2 text-left text-sm hover:bg-surface-muted"
                onClick={() => {
                  // The pressed button goes away.
                  if (hasKeyboard()) field.current?.focus();
                  pick(item, false);
                }}
              >
                <span className="min-w-0 wrap-anywhere">{item.name}</span>
                <span className="whitespace-nowrap text-muted">
                  {[item.reference, `${item.stock} en stock`].filter(Boolean).join(" · ")}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
