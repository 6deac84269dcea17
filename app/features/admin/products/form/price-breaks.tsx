/**
 * The prices by quantity of a product, saved by themselves: for everybody or for a price list, and for each variant. A
 * shop that sells nothing by number leaves the panel empty.
 */
import { zodResolver } from "@hookform/resolvers/zod";
import Plus from "lucide-react/icons/plus";
import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import { useFieldArray, useForm } from "react-hook-form";
import { useRevalidator } from "react-router";
import { Panel } from "#app/components/admin/panel.tsx";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Field, TextField } from "#app/components/ui/forms/field.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { useActionForm } from "#app/features/admin/shared/mutations/use-action-form.ts";
import { formatXof } from "#app/lib/format/money.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { savePriceBreaks } from "./price-breaks.mutations.ts";
import type { ItemPrices, PricedItem, StoredBreak } from "./price-breaks.queries.ts";
import { type PriceBreakInput, type PriceBreakValues, priceBreakSchema } from "./price-breaks.schema.ts";

export function PriceBreaks({ prices: { items, breaks, lists } }: { prices: ItemPrices }) {
  const [itemId, setItemId] = useState(items[0]?.id ?? "");
  const [listId, setListId] = useState("");
  const item = items.find(({ id }) => id === itemId) ?? items[0];
  if (!item) return null;
  const list = listId === "" ? null : listId;
  const stored = breaks.filter(
    ({ variant_id, list_id }) => variant_id === item.variant_id && list_id === list,
  );
  return (
    <Panel title="Prix par quantité">
      <div className="grid gap-4 p-4">
        <p className="text-sm text-muted">
          Dès une quantité, l'unité coûte moins. Le prix de {formatXof(item.price)} baisse à chaque ligne.
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          {items.length > 1 && (
            <Field label="Variante">
              {(control) => (
                <select
                  {...control}
                  value={item.id}
                  onChange={(event) => setItemId(event.currentTarget.value)}
                >
                  {items.map(({ id, variant, price }) => (
                    <option key={id} value={id}>
                      {variant} ({formatXof(price)})
                    </option>
                  ))}
                </select>
              )}
            </Field>
          )}
          {lists.length > 0 && (
            <Field label="Pour">
              {(control) => (
                <select
                  {...control}
                  value={listId}
                  onChange={(event) => setListId(event.currentTarget.value)}
                >
                  <option value="">Tout le monde</option>
                  {lists.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          )}
        </div>
        <BreakForm
          key={`${item.id} ${listId} ${JSON.stringify(stored)}`}
          item={item}
          list={list}
          stored={stored}
        />
      </div>
    </Panel>
  );
}

interface BreakFormProps {
  item: PricedItem;
  list: string | null;
  stored: readonly StoredBreak[];
}

function BreakForm({ item, list, stored }: BreakFormProps) {
  const { revalidate } = useRevalidator();
  const form = useForm<PriceBreakInput, unknown, PriceBreakValues>({
    resolver: zodResolver(priceBreakSchema),
    defaultValues: {
      breaks: stored.map(({ minimum_quantity, price }) => ({
        minimum_quantity: String(minimum_quantity),
        price: String(price),
      })),
    },
  });
  const { register, control, formState } = form;
  const { errors } = formState;
  const { fields, append, remove } = useFieldArray({ control, name: "breaks" });
  const { onSubmit, busy, failure } = useActionForm({
    form,
    action: "save the price breaks",
    act: (values) => savePriceBreaks(getSupabase(), item.id, list, values),
    onDone: async () => {
      toast({ title: "Prix par quantité enregistrés" });
      await revalidate();
    },
  });
  return (
    <form noValidate method="post" onSubmit={onSubmit} className="grid gap-3">
      {fields.map(({ id }, index) => (
        <div key={id} className="grid grid-cols-[1fr_1fr_auto] items-end gap-2">
          <TextField
            label="Dès"
            inputMode="numeric"
            error={errors.breaks?.[index]?.minimum_quantity?.message}
            {...register(`breaks.${index}.minimum_quantity`)}
          />
          <TextField
            label="Prix (XOF)"
            inputMode="numeric"
            error={errors.breaks?.[index]?.price?.message}
            {...register(`breaks.${index}.price`)}
          />
          <Button
            variant="outline"
            aria-label={`Retirer le prix par quantité ${index + 1}`}
            onClick={() => remove(index)}
          >
            <Trash2 aria-hidden size={16} />
          </Button>
        </div>
      ))}
      {failure && (
        <Notice variant="error" role="alert">
          {failure}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" onClick={() => append({ minimum_quantity: "", price: "" })}>
          <Plus aria-hidden size={16} />
          Ajouter une quantité
        </Button>
        {(formState.isDirty || fields.length !== stored.length) && (
          <BusyButton type="submit" variant="primary" busy={busy}>
            {busy ? "Enregistrement..." : "Enregistrer les prix par quantité"}
          </BusyButton>
        )}
      </div>
    </form>
  );
}
