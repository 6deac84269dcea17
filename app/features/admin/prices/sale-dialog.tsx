/** Plans a sale or changes it. Once it has begun, its prices are in force: only its name and end change. */
import { zodResolver } from "@hookform/resolvers/zod";
import Trash2 from "lucide-react/icons/trash-2";
import { type ReactNode, useState } from "react";
import { useFieldArray, useForm } from "react-hook-form";
import { DayField } from "#app/components/admin/day-field.tsx";
import { EditDialog } from "#app/components/admin/edit-dialog.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { TextField } from "#app/components/ui/forms/field.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { useActionForm } from "#app/features/admin/shared/mutations/use-action-form.ts";
import { randomId } from "#app/lib/random-id.ts";
import type { Result } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { CategoryChoices } from "./category-choices.tsx";
import { END_TIME, START_TIME } from "./price-periods.ts";
import type { CategoryChoice } from "./promo-codes.queries.ts";
import { type SaleInput, type SaleValues, saleSchema } from "./sale.schema.ts";
import { toSaleInput } from "./sale-texts.ts";
import { saveSale } from "./sales.mutations.ts";
import type { Sale } from "./sales.queries.ts";

const NEW_SALE: SaleInput = {
  name: "",
  percent: "10",
  starts_at: "",
  ends_at: "",
  category_ids: [],
  products: [],
};

interface SaleDialogProps {
  /** Null for a new sale. */
  sale: Sale | null;
  hasBegun: boolean;
  categories: Result<readonly CategoryChoice[]>;
  /** The field that finds a product, of another area of the admin. */
  renderSearch(error: string | undefined, onAdd: (product: { id: string; name: string }) => void): ReactNode;
  onClose(): void;
  onSaved(): Promise<void>;
}

export function SaleDialog({ sale, hasBegun, categories, renderSearch, onClose, onSaved }: SaleDialogProps) {
  const [newId] = useState(randomId);
  const form = useForm<SaleInput, unknown, SaleValues>({
    resolver: zodResolver(saleSchema),
    defaultValues: sale ? toSaleInput(sale) : NEW_SALE,
  });
  const { register, control, formState } = form;
  const { errors } = formState;
  const { fields, append, remove } = useFieldArray({ control, name: "products", keyName: "key" });
  const dialog = useActionForm({
    form,
    action: "save a sale",
    act: async (values: SaleValues) => {
      await saveSale(getSupabase(), sale?.id ?? newId, values, sale?.updated_at ?? null);
    },
    onDone: async () => {
      toast({ title: sale ? "Promotion mise à jour" : "Promotion prévue" });
      await onSaved();
    },
  });
  return (
    <EditDialog title={sale ? "Modifier la promotion" : "Nouvelle promotion"} {...dialog} onClose={onClose}>
      {hasBegun && (
        <Notice variant="info">La promotion a commencé : seuls son nom et sa fin se changent encore.</Notice>
      )}
      <TextField label="Nom" autoComplete="off" error={errors.name?.message} {...register("name")} />
      <TextField
        label="Réduction (%)"
        optional
        readOnly={hasBegun}
        inputMode="numeric"
        hint="Vide quand chaque produit a son prix. Les prix réduits sont arrondis à 5 francs."
        error={errors.percent?.message}
        {...register("percent")}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <DayField
          label="Début"
          time={START_TIME}
          readOnly={hasBegun}
          error={errors.starts_at?.message}
          {...register("starts_at")}
        />
        <DayField label="Fin" time={END_TIME} error={errors.ends_at?.message} {...register("ends_at")} />
      </div>
      {!hasBegun && (
        <>
          <CategoryChoices
            categories={categories}
            hint="Tous leurs produits prennent la réduction."
            register={register("category_ids")}
          />
          <fieldset className="grid gap-3">
            <legend className="mb-1.5 text-sm font-semibold">Produits</legend>
            {renderSearch(errors.products?.root?.message ?? errors.products?.message, ({ id, name }) => {
              if (!fields.some((field) => field.id === id)) append({ id, name, price: "" });
            })}
            {fields.map((field, index) => (
              <div key={field.key} className="grid grid-cols-[1fr_auto] items-end gap-2">
                <TextField
                  label={`Prix de ${field.name} (XOF)`}
                  optional
                  inputMode="numeric"
                  hint="Vide : avec la réduction."
                  error={errors.products?.[index]?.price?.message}
                  {...register(`products.${index}.price`)}
                />
                <Button variant="outline" aria-label={`Retirer ${field.name}`} onClick={() => remove(index)}>
                  <Trash2 aria-hidden size={16} />
                </Button>
              </div>
            ))}
          </fieldset>
        </>
      )}
    </EditDialog>
  );
}
