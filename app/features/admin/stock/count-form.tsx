/** Counts one item after the other: found by its code, its quantity typed, or one more at each scan of the same code. */
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Panel } from "#app/components/admin/panel.tsx";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { TextField } from "#app/components/ui/forms/field.tsx";
import { hasKeyboard } from "#app/components/ui/has-keyboard.ts";
import { useMutation } from "#app/features/admin/shared/mutations/use-mutation.ts";
import { formatNumber } from "#app/lib/format/numbers.ts";
import { isWholeNumber, parseWholeNumber } from "#app/lib/forms/whole-number.ts";
import { randomId } from "#app/lib/random-id.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { saveCountLine } from "./counts.mutations.ts";
import type { CountLine } from "./counts.queries.ts";
import { ItemSearch } from "./item-search.tsx";
import type { StockItem } from "./stock-items.queries.ts";

const MAX = 1_000_000;

export interface CountedItem {
  id: string;
  name: string;
}

interface CountFormProps {
  countId: string;
  /** The caller's own lines: a further place of an item is added to what they counted before. */
  own: readonly CountLine[];
  /** Chosen from the list of what is not counted yet. */
  chosen: CountedItem | null;
  onChoose(item: CountedItem | null): void;
}

export function CountForm({ countId, own, chosen, onChoose }: CountFormProps) {
  const { pendingAction, mutate } = useMutation();
  const [quantity, setQuantityText] = useState("");
  const [isWrong, setWrong] = useState(false);
  /** Of what is typed now: another try is the same count, with its moment. */
  const [lineId, setLineId] = useState(randomId);
  const field = useRef<HTMLInputElement>(null);
  const search = useRef<HTMLInputElement>(null);
  /** Found by the search; what is chosen in the list below is not. */
  const searched = useRef<string | null>(null);
  function setQuantity(text: string) {
    setQuantityText(text);
    setWrong(false);
  }

  const before = own.find(({ item_id, is_discarded }) => item_id === chosen?.id && !is_discarded);

  // The list is far below on a phone: the field comes into view, without what was typed for another item.
  useEffect(() => {
    if (!chosen || chosen.id === searched.current) return;
    setLineId(randomId());
    setQuantityText("");
    setWrong(false);
    field.current?.focus();
  }, [chosen]);

  function pick(item: StockItem, isScanned: boolean) {
    searched.current = item.id;
    if (isScanned && item.id === chosen?.id)
      return setQuantity(String((parseWholeNumber(quantity) || 0) + 1));
    onChoose(item);
    setLineId(randomId());
    setQuantity(isScanned ? "1" : "");
    if (!isScanned) requestAnimationFrame(() => field.current?.focus());
  }

  async function save(total: number) {
    if (!chosen) return;
    const isSaved = await mutate("Enregistrer le comptage", () =>
      saveCountLine(getSupabase(), { id: lineId, count_id: countId, item_id: chosen.id, quantity: total }),
    );
    if (!isSaved) return;
    setLineId(randomId());
    setQuantity("");
    searched.current = null;
    // The form goes away; the next article is searched.
    if (hasKeyboard()) search.current?.focus();
    onChoose(null);
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    saveTyped(0);
  }

  function saveTyped(more: number) {
    if (!isWholeNumber(quantity, 0, MAX)) {
      setWrong(true);
      field.current?.focus();
      return;
    }
    void save(more + parseWholeNumber(quantity));
  }

  return (
    <Panel title="Compter">
      <div className="grid gap-4 p-4">
        <ItemSearch label="Article" field={search} onPick={pick} />
        {chosen && (
          <form noValidate method="post" onSubmit={submit} className="admin grid gap-3">
            <p className="font-semibold wrap-anywhere">{chosen.name}</p>
            <div className="flex flex-wrap items-start gap-2">
              <TextField
                ref={field}
                label="Quantité comptée"
                className="w-40"
                inputMode="numeric"
                autoComplete="off"
                value={quantity}
                error={isWrong ? `Un nombre entier, de 0 à ${formatNumber(MAX)}` : undefined}
                onChange={({ target }) => setQuantity(target.value)}
              />
              <BusyButton
                type="submit"
                variant="primary"
                className="mt-[1.6rem]"
                busy={pendingAction !== null}
              >
                {before ? "Remplacer" : "Enregistrer"}
              </BusyButton>
              {before && (
                <BusyButton
                  variant="outline"
                  className="mt-[1.6rem]"
                  busy={pendingAction !== null}
                  onClick={() => saveTyped(before.quantity)}
                >
                  Ajouter à {before.quantity}
                </BusyButton>
              )}
            </div>
          </form>
        )}
      </div>
    </Panel>
  );
}
