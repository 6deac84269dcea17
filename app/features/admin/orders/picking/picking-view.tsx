/**
 * The picking list of several orders: its products in the order of the shelves, ticked by tapping or by scanning their
 * codes, with a scanner that types like a keyboard. What is ticked is kept in this tab, so that a reload loses nothing.
 */
import ScanBarcode from "lucide-react/icons/scan-barcode";
import { type FormEvent, Fragment, useRef, useState } from "react";
import * as z from "zod/mini";
import { ConfirmDialog } from "#app/components/admin/confirm-dialog.tsx";
import { PageActions } from "#app/components/admin/page-actions.tsx";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Image } from "#app/components/ui/image.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { isMeasured } from "#app/lib/format/articles.ts";
import { formatCount } from "#app/lib/format/numbers.ts";
import {
  formatAmount,
  formatQuantity,
  formatSoldBy,
  getAmount,
  isSoldByUnit,
} from "#app/lib/format/units.ts";
import { readTabStorage, writeTabStorage } from "#app/lib/storage/tab-storage.ts";
import {
  formatCounts,
  getItemKey,
  getPickedCount,
  isPicked,
  leaveOrders,
  listPickedOrders,
  listSurplus,
  type Picked,
  type PickItem,
  scanCode,
} from "./pick-list.ts";
import { type Failure, usePrepared } from "./use-prepared.ts";

interface PickingViewProps {
  /** None when its orders are not to be prepared any more. */
  items: readonly PickItem[];
  /** Identifies the list in this tab. */
  storageKey: string;
  /** Called when orders were recorded as prepared or refused: all of the list are recorded, or some are not. */
  onPrepared(areAll: boolean): Promise<void>;
}

export function PickingView({ items, storageKey, onPrepared }: PickingViewProps) {
  const [{ picked, names }, setTaken] = useState(() => readTaken(storageKey));
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const [isConfirming, setIsConfirming] = useState(false);
  const [isFinishing, setIsFinishing] = useState(false);
  const { busy, record } = usePrepared();
  const orders = listPickedOrders(items);
  const open = items.filter((item) => !isPicked(item, picked));
  // While this list is being recorded its orders leave it one by one.
  const surplus = isFinishing ? [] : listSurplus(items, picked);

  function change(next: Picked) {
    const known = Object.fromEntries(
      items.map((item) => [
        getItemKey(item),
        [item.name, formatSoldBy(item.sold_by)].filter(Boolean).join(", "),
      ]),
    );
    const taken = { picked: next, names: { ...names, ...known } };
    setTaken(taken);
    writeTabStorage(storageKey, taken);
  }

  async function finish() {
    setIsFinishing(true);
    const failed = await record(orders);
    setIsConfirming(false);
    if (failed !== null) {
      setFailures(failed);
      const isFailed = new Set(failed.map(({ id }) => id));
      const recorded = orders.filter(({ id }) => !isFailed.has(id));
      const count = recorded.length;
      if (count > 0) toast({ title: formatCount(count, "commande préparée", "commandes préparées") });
      change(leaveOrders(items, picked, new Set(recorded.map(({ id }) => id))));
      if (failed.length === 0) writeTabStorage(storageKey, null);
      await onPrepared(failed.length === 0);
    }
    setIsFinishing(false);
  }

  return (
    <>
      {items.length > 0 && (
        <PageActions
          lead={
            <span role="status">
              {formatCount(orders.length, "commande", "commandes")},{" "}
              {open.length === 0
                ? "tout est pris"
                : `${formatCount(open.length, "ligne", "lignes")} à prendre`}
            </span>
          }
        >
          <BusyButton
            variant={open.length === 0 ? "primary" : "outline"}
            busy={busy}
            onClick={() => (open.length === 0 ? void finish() : setIsConfirming(true))}
          >
            {orders.length === 1 ? "Préparée" : "Préparées"}
          </BusyButton>
        </PageActions>
      )}
      {failures.length > 0 && (
        <Notice variant="error" role="alert" className="grid gap-1">
          <p className="font-semibold">Ces commandes ne sont pas enregistrées comme préparées :</p>
          <ul className="grid gap-1">
            {failures.map(({ id, number, reason }) => (
              <li key={id}>
                {number} : {reason}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {surplus.length > 0 && (
        <Notice variant="warning" role="alert" className="grid justify-items-start gap-2">
          <p className="font-semibold">À remettre en rayon : la liste a changé.</p>
          <ul className="grid gap-1">
            {surplus.map(({ key, count }) => (
              <li key={key}>
                {names[key]} × {count}
              </li>
            ))}
          </ul>
          <Button
            variant="outline"
            onClick={() =>
              change({ ...picked, ...Object.fromEntries(surplus.map(({ key, needed }) => [key, needed])) })
            }
          >
            C'est remis
          </Button>
        </Notice>
      )}
      {items.length === 0 ? (
        <p className="card p-8 text-center text-sm text-muted">Ces commandes ne sont plus à préparer.</p>
      ) : (
        <>
          <ScanField items={items} picked={picked} onPicked={change} />
          <ul aria-label="Articles à prendre" className="card grid divide-y divide-border">
            {items.map((item) => (
              <li key={getItemKey(item)}>
                <ItemRow
                  item={item}
                  picked={picked}
                  onChange={(count) => change({ ...picked, [getItemKey(item)]: count })}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {isConfirming && (
        <ConfirmDialog
          title="Tout n'est pas coché"
          confirmLabel="Enregistrer quand même"
          onConfirm={finish}
          onCancel={() => setIsConfirming(false)}
        >
          Il reste {formatCount(open.length, "ligne", "lignes")} à prendre :{" "}
          {open.map(({ name }) => name).join(", ")}.
        </ConfirmDialog>
      )}
    </>
  );
}

interface ItemRowProps {
  item: PickItem;
  picked: Picked;
  onChange(count: number): void;
}

/** The whole row ticks its box. */
function ItemRow({ item, picked, onChange }: ItemRowProps) {
  const { name, reference, shelf, image, quantity, orders, sold_by } = item;
  const isUnitShown = isSoldByUnit(sold_by);
  const count = getPickedCount(item, picked);
  const isDone = isPicked(item, picked);
  return (
    <label
      className={`grid min-h-14 cursor-pointer grid-cols-[auto_40px_1fr_auto] items-center gap-3 px-3 py-2 ${isDone ? "bg-success-soft" : ""}`}
    >
      <input
        type="checkbox"
        className="size-6 accent-brand"
        aria-label={`${name}, ${isUnitShown ? formatQuantity(quantity, sold_by) : quantity}`}
        checked={isDone}
        onChange={({ target }) => onChange(target.checked ? quantity : 0)}
      />
      <Image url={image} alt="" sizes="40px" className="rounded-md" />
      <span className="min-w-0">
        <span className="block font-medium wrap-anywhere">{name}</span>
        <span className="block text-sm text-muted wrap-anywhere">
          {[shelf ? `Rayon ${shelf}` : "Sans rayon", reference].filter(Boolean).join(" · ")}
        </span>
        {isUnitShown && !isMeasured(sold_by) && (
          <span className="block text-sm font-semibold">{formatQuantity(quantity, sold_by)}</span>
        )}
        <span className="block text-sm text-muted wrap-anywhere">
          {orders.map(({ id, number, quantity: pieces }, index) => (
            <Fragment key={id}>
              {index > 0 && ", "}
              <span className="whitespace-nowrap">
                {isUnitShown
                  ? `${number} : ${formatAmount(getAmount(pieces, sold_by), sold_by.unit ?? "piece")}`
                  : `${number} × ${pieces}`}
              </span>
            </Fragment>
          ))}
        </span>
      </span>
      <span className="text-right text-lg font-bold tabular-nums">
        {formatCounts(isDone ? 0 : count, item)}
      </span>
    </label>
  );
}

interface ScanFieldProps {
  items: readonly PickItem[];
  picked: Picked;
  onPicked(picked: Picked): void;
}

function ScanField({ items, picked, onPicked }: ScanFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const [result, setResult] = useState({ message: "", isError: false });

  function submit(event: FormEvent) {
    event.preventDefault();
    const code = field.current?.value ?? "";
    if (!field.current || code.trim() === "") return;
    field.current.value = "";
    field.current.focus();
    const scanned = scanCode(items, picked, code);
    setResult(scanned);
    if (!scanned.isError) onPicked(scanned.picked);
  }

  return (
    <form noValidate className="grid gap-1.5" onSubmit={submit}>
      <label htmlFor="code" className="text-sm font-semibold">
        Code ou référence
      </label>
      <div className="flex gap-2">
        <input
          ref={field}
          id="code"
          className="field max-w-105 min-w-0 grow"
          aria-describedby="code-result"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={100}
          enterKeyHint="done"
        />
        <Button variant="outline" type="submit">
          <ScanBarcode aria-hidden size={18} />
          Prendre
        </Button>
      </div>
      <p
        id="code-result"
        role="status"
        className={`min-h-5 text-sm ${result.isError ? "font-medium text-danger" : "text-muted"}`}
      >
        {result.message}
      </p>
    </form>
  );
}

interface Taken {
  picked: Picked;
  /** By the keys of the items, of which some may have left the list. */
  names: Readonly<Record<string, string>>;
}

const takenSchema = z.object({
  picked: z.record(z.string(), z.number()),
  names: z.record(z.string(), z.string()),
});

function readTaken(storageKey: string): Taken {
  const stored = takenSchema.safeParse(readTabStorage(storageKey));
  return stored.success ? stored.data : { picked: {}, names: {} };
}
