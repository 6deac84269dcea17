/** One change for all selected products, with a preview of its result. */

import { zodResolver } from "@hookform/resolvers/zod";
import { useRef, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { TextField } from "#app/components/ui/forms/field.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import type { ListedProduct } from "#app/features/admin/products/list/products.queries.ts";
import { toUserMessage } from "#app/features/admin/shared/mutations/user-error.ts";
import {
  type ChosenReason,
  DEFAULT_STOCK_REASON,
  StockReasonField,
} from "#app/features/admin/shared/stock-reason.tsx";
import { randomId } from "#app/lib/random-id.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { changeProducts } from "./bulk-change.mutations.ts";
import { bulkChangeSchema, NO_CHANGE, priceChangeOptions, stockChangeOptions } from "./bulk-change.schema.ts";
import type { BulkChange } from "./bulk-change.ts";
import { BulkPreview } from "./bulk-preview.tsx";
import { BulkSelectField } from "./bulk-select-field.tsx";

interface BulkChangeDialogProps {
  products: readonly ListedProduct[];
  /** Called after the change: the list has to be reloaded. */
  onDone(): void;
  onClose(): void;
}

const CHANGE_UNREACHABLE_MESSAGE = "Le serveur ne répond pas. Réessayez : rien ne sera fait deux fois.";

const yesNoOptions = [
  { value: "yes", label: "Oui" },
  { value: "no", label: "Non" },
] as const;

export function BulkChangeDialog({ products, onDone, onClose }: BulkChangeDialogProps) {
  const { register, handleSubmit, control, formState } = useForm({
    resolver: zodResolver(bulkChangeSchema),
    defaultValues: NO_CHANGE,
  });
  const { errors, isSubmitting } = formState;
  const typed = useWatch({ control });
  const { data: change } = bulkChangeSchema.safeParse(typed);
  const [reason, setReason] = useState<ChosenReason>(DEFAULT_STOCK_REASON);
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  const getRequestId = useRequestId();

  const submit = handleSubmit(async (values) => {
    setErrorMessage(null);
    try {
      const ids = products.map(({ id }) => id);
      const { changed, unchanged } = await changeProducts(
        getSupabase(),
        ids,
        values,
        getRequestId(values),
        reason,
      );
      toast({
        title: changed === 1 ? "1 produit modifié" : `${changed} produits modifiés`,
        ...(unchanged > 0 && { description: `${unchanged} sans changement` }),
      });
      onDone();
    } catch (error) {
      console.error("admin: the products could not be changed", error);
      setErrorMessage(toUserMessage(error, CHANGE_UNREACHABLE_MESSAGE));
    }
  });

  return (
    <Dialog
      title={products.length === 1 ? "Modifier 1 produit" : `Modifier ${products.length} produits`}
      onClose={onClose}
    >
      <form noValidate method="post" onSubmit={submit} className="admin grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <BulkSelectField
            label="Prix"
            options={priceChangeOptions}
            error={errors.price?.message}
            {...register("price")}
          />
          {typed.price && (
            <TextField
              label={typed.price.includes("percent") ? "Pourcentage" : "Montant en XOF"}
              inputMode="numeric"
              autoComplete="off"
              error={errors.priceValue?.message}
              {...register("priceValue")}
            />
          )}
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <BulkSelectField label="Stock" options={stockChangeOptions} {...register("stock")} />
          {typed.stock && (
            <TextField
              label="Nombre de pièces"
              inputMode="numeric"
              autoComplete="off"
              error={errors.stockValue?.message}
              {...register("stockValue")}
            />
          )}
        </div>
        {typed.stock && <StockReasonField value={reason} onChange={setReason} />}
        <div className="grid grid-cols-2 gap-4">
          <BulkSelectField label="Nouveau" options={yesNoOptions} {...register("is_new")} />
          <BulkSelectField label="En promotion" options={yesNoOptions} {...register("is_featured")} />
        </div>
        {change && <BulkPreview products={products} change={change} />}
        {errorMessage && (
          <Notice ref={focusElement} tabIndex={-1} variant="error" role="alert">
            <p className="font-semibold">Aucun produit n'a été modifié.</p>
            <p>{errorMessage}</p>
          </Notice>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="outline" className="max-sm:grow" onClick={onClose}>
            Annuler
          </Button>
          <BusyButton variant="primary" type="submit" className="max-sm:grow" busy={isSubmitting}>
            {isSubmitting ? "Modification..." : "Appliquer"}
          </BusyButton>
        </div>
      </form>
    </Dialog>
  );
}

/**
 * The same change keeps its request id, so that a retry after a lost response is not applied twice; another
 * change gets a new id.
 */
function useRequestId(): (change: BulkChange) => string {
  const last = useRef({ change: "", id: "" });
  return (change) => {
    const text = JSON.stringify(change);
    if (last.current.change !== text) last.current = { change: text, id: randomId() };
    return last.current.id;
  };
}

/** On a phone the error would push the pressed button out of view, or be out of view itself. */
function focusElement(element: HTMLElement | null) {
  element?.focus();
}
