/** The stock of a product in the list, which is changed where it stands: a press opens a field, Enter saves. */
import Check from "lucide-react/icons/check";
import { type FormEvent, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link, useLocation } from "react-router";
import { Tag } from "#app/components/admin/tag.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { toListState } from "#app/features/admin/shared/back-link.tsx";
import { useMutation } from "#app/features/admin/shared/mutations/use-mutation.ts";
import { withStep } from "#app/features/admin/shared/step-text.ts";
import {
  type ChosenReason,
  DEFAULT_STOCK_REASON,
  StockReasonSelect,
} from "#app/features/admin/shared/stock-reason.tsx";
import { useRight } from "#app/features/admin/shared/use-rights.ts";
import { formatNumber } from "#app/lib/format/numbers.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { ListedProduct } from "./products.queries.ts";
import { setProductStock } from "./stock.mutations.ts";
import { getStockColor } from "./stock-level.ts";

type StockProduct = Pick<ListedProduct, "id" | "name" | "stock" | "unit" | "step_size">;

export function StockCell({ product }: { product: StockProduct }) {
  /** The product as it was when the field was opened: another stock may arrive meanwhile. */
  const [editing, setEditing] = useState<StockProduct | null>(null);
  const button = useRef<HTMLButtonElement>(null);

  function close() {
    flushSync(() => setEditing(null));
    button.current?.focus();
  }

  if (editing) return <StockForm product={editing} onClose={close} />;
  const { name, stock } = product;
  const text = formatStock(stock, product);
  return (
    <button
      ref={button}
      type="button"
      aria-label={`Stock de ${name} : ${text}. Modifier`}
      title="Modifier le stock"
      className="inline-flex min-h-11 cursor-pointer items-center rounded-md hover:outline hover:outline-border-strong md:min-h-8"
      onClick={() => setEditing(product)}
    >
      <Tag color={getStockColor(stock)}>{text}</Tag>
    </button>
  );
}

/** The stock of a product with variants is that of these: it leads to their grid. */
export function VariantStock({ product }: { product: StockProduct }) {
  const { id, name, stock } = product;
  const { search } = useLocation();
  const mayEdit = useRight("catalog.write");
  const text = formatStock(stock, product);
  const tag = <Tag color={getStockColor(stock)}>{text}</Tag>;
  if (!mayEdit) return tag;
  return (
    <Link
      to={{ pathname: `/admin/products/edit/${id}`, hash: "#variants" }}
      state={toListState(search)}
      aria-label={`Stock de ${name} : ${text}, celui de ses variantes. Ouvrir leur grille`}
      title="Le stock est celui des variantes : il se change dans leur grille"
      className="inline-flex min-h-11 items-center rounded-md hover:outline hover:outline-border-strong md:min-h-8"
    >
      {tag}
    </Link>
  );
}

function formatStock(stock: number, product: StockProduct): string {
  return stock === 0 ? "Rupture" : withStep(`${formatNumber(stock)} en stock`, product);
}

function StockForm({ product, onClose }: { product: StockProduct; onClose(): void }) {
  const { pendingAction, mutate } = useMutation();
  const { name, stock } = product;
  const [reason, setReason] = useState<ChosenReason>(DEFAULT_STOCK_REASON);
  const [isWrong, setWrong] = useState(false);
  const errorId = useId();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get("stock") ?? "").replace(/\s/g, "");
    const newStock = /^\d{1,7}$/.test(typed) ? Number(typed) : null;
    setWrong(newStock === null);
    if (newStock === null) return;
    if (newStock === stock) return onClose();
    const isSaved = await mutate("Modifier le stock", async () => {
      const result = await setProductStock(getSupabase(), product, newStock, reason);
      toast({
        title: "Stock mis à jour",
        description: `${name} : ${formatStock(result, product)}`,
        ...(result !== newStock && {
          note: "Des commandes sont arrivées entre-temps : elles sont déduites.",
        }),
        topic: "stock",
      });
    });
    if (isSaved) onClose();
  }

  return (
    <form
      noValidate
      method="post"
      onSubmit={submit}
      className="inline-flex flex-wrap justify-end gap-1"
      onKeyDown={(event) => event.key === "Escape" && onClose()}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) onClose();
      }}
    >
      <input
        // biome-ignore lint/a11y/noAutofocus: the press on the stock asks for the field.
        autoFocus
        name="stock"
        inputMode="numeric"
        autoComplete="off"
        aria-label={withStep(`Stock de ${name}`, product)}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? errorId : undefined}
        defaultValue={stock}
        onFocus={({ target }) => target.select()}
        className="field w-20 text-right tabular-nums"
      />
      <StockReasonSelect
        aria-label={`Motif du changement de stock de ${name}`}
        className="field w-auto max-w-44"
        value={reason}
        onChange={setReason}
      />
      <button
        type="submit"
        aria-label={`Enregistrer le stock de ${name}`}
        aria-disabled={pendingAction !== null}
        title="Enregistrer"
        className="icon-btn bg-brand text-white"
      >
        <Check aria-hidden size={18} />
      </button>
      {isWrong && (
        <p id={errorId} role="alert" className="w-full text-right text-sm text-danger">
          Le stock doit être un nombre positif ou zéro
        </p>
      )}
    </form>
  );
}
