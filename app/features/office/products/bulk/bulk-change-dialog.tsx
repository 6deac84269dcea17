/** One change for all the products that were chosen, with what it will make of them before it is made. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useRef, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { Dialog } from "../../../../components/dialog/dialog.tsx";
import { BusyButton } from "../../../../components/ui/busy-button.tsx";
import { TextField } from "../../../../components/ui/field.tsx";
import { Notice } from "../../../../components/ui/notice.tsx";
import { toast } from "../../../../components/ui/toast/toast.ts";
import { authClient } from "../../../../lib/auth.client.ts";
import { randomId } from "../../../../lib/random-id.ts";
import { supabase } from "../../../../lib/supabase.client.ts";
import { withRenewal } from "../../../../lib/with-renewal.ts";
import { refusalMessage } from "../../refusal.ts";
import type { ListedProduct } from "../products.queries.ts";
import { changeProducts } from "./bulk-change.mutations.ts";
import { bulkChangeSchema, NO_CHANGE, priceChanges, stockChanges } from "./bulk-change.schema.ts";
import type { BulkChange } from "./bulk-change.ts";
import { BulkPreview } from "./bulk-preview.tsx";
import { ChoiceField } from "./choice-field.tsx";

interface BulkChangeDialogProps {
  products: readonly ListedProduct[];
  /** They were changed: the list is to be read again. */
  onDone(): void;
  onClose(): void;
}

const UNREACHABLE = "Le serveur ne répond pas. Réessayez : rien ne sera fait deux fois.";

const yesOrNo = [
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
  const [refusal, setRefusal] = useState<string | null>(null);
  const requestOf = useRequestIds();

  const submit = handleSubmit(async (wanted) => {
    setRefusal(null);
    try {
      const ids = products.map(({ id }) => id);
      const { changed, unchanged } = await withRenewal(authClient, () =>
        changeProducts(supabase(), ids, wanted, requestOf(wanted)),
      );
      toast({
        title: changed === 1 ? "1 produit modifié" : `${changed} produits modifiés`,
        ...(unchanged > 0 && { description: `${unchanged} sans changement` }),
      });
      onDone();
    } catch (error) {
      console.error("office: the products could not be changed", error);
      setRefusal(refusalMessage(error, UNREACHABLE));
    }
  });

  return (
    <Dialog
      title={products.length === 1 ? "Modifier 1 produit" : `Modifier ${products.length} produits`}
      onClose={onClose}
    >
      <form noValidate method="post" onSubmit={submit} className="desk grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <ChoiceField
            label="Prix"
            choices={priceChanges}
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
          <ChoiceField label="Stock" choices={stockChanges} {...register("stock")} />
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
        <div className="grid grid-cols-2 gap-4">
          <ChoiceField label="Nouveau" choices={yesOrNo} {...register("is_new")} />
          <ChoiceField label="En promotion" choices={yesOrNo} {...register("is_featured")} />
        </div>
        {change && <BulkPreview products={products} change={change} />}
        {refusal && (
          <Notice ref={bringIntoSight} tabIndex={-1} tone="error" role="alert">
            <p className="font-semibold">Aucun produit n'a été modifié.</p>
            <p>{refusal}</p>
          </Notice>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <button type="button" className="btn btn-outline max-sm:grow" onClick={onClose}>
            Annuler
          </button>
          <BusyButton type="submit" className="btn btn-primary max-sm:grow" busy={isSubmitting}>
            {isSubmitting ? "Modification..." : "Appliquer"}
          </BusyButton>
        </div>
      </form>
    </Dialog>
  );
}

/** The same change keeps its id, so that a second try after a lost answer does nothing twice; another gets its own. */
function useRequestIds(): (change: BulkChange) => string {
  const last = useRef({ change: "", id: "" });
  return (change) => {
    const text = JSON.stringify(change);
    if (last.current.change !== text) last.current = { change: text, id: randomId() };
    return last.current.id;
  };
}

/** On a phone it would push the button that was pressed out of sight, or stay out of sight itself. */
function bringIntoSight(element: HTMLElement | null) {
  element?.focus();
}
