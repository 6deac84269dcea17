/** Creates or edits a price list. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { EditDialog } from "#app/components/admin/edit-dialog.tsx";
import { SwitchField } from "#app/components/admin/switch-field.tsx";
import { TextField } from "#app/components/ui/forms/field.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { diffFields } from "#app/features/admin/shared/mutations/diff-fields.ts";
import { reportSaveFailure } from "#app/features/admin/shared/mutations/report-save-failure.ts";
import { useRowForm } from "#app/features/admin/shared/mutations/use-row-form.tsx";
import { randomId } from "#app/lib/random-id.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { type PriceListInput, type PriceListValues, priceListSchema } from "./price-list.schema.ts";
import { createPriceList, updatePriceList } from "./price-lists.mutations.ts";
import { findPriceList, type PriceList } from "./price-lists.queries.ts";

interface PriceListDialogProps {
  /** Null for a new list. */
  list: PriceList | null;
  onClose(): void;
  onSaved(): Promise<void>;
}

export function PriceListDialog({ list, onClose, onSaved }: PriceListDialogProps) {
  const [newId] = useState(randomId);
  const id = list?.id ?? newId;
  const form = useForm<PriceListInput, unknown, PriceListValues>({
    resolver: zodResolver(priceListSchema),
    defaultValues: toInput(list ?? { name: "", percent: 5, is_active: true }),
  });
  const { register, formState } = form;
  const { errors } = formState;
  const dialog = useRowForm<PriceListInput, PriceListValues, PriceList>({
    form,
    row: list,
    toInput,
    diff: (before, now) =>
      diffFields(
        [
          ["name", "Nom"],
          ["percent", "Remise (%)"],
          ["is_active", "Active"],
        ],
        before,
        now,
      ),
    write: (values, base) =>
      base === null
        ? createPriceList(getSupabase(), id, values)
        : updatePriceList(getSupabase(), id, values, base),
    find: () => findPriceList(getSupabase(), id),
    entity: "price list",
    subject: "cette liste",
    reportFailure: (error) =>
      reportSaveFailure(
        list ? "Impossible de mettre à jour la liste" : "Impossible d'ajouter la liste",
        error,
      ),
    onSaved: async ({ name }) => {
      toast({ title: list ? "Liste mise à jour" : "Liste ajoutée", description: name });
      await onSaved();
    },
  });
  return (
    <EditDialog title={list ? "Modifier la liste" : "Nouvelle liste de prix"} {...dialog} onClose={onClose}>
      <TextField label="Nom" autoComplete="off" error={errors.name?.message} {...register("name")} />
      <TextField
        label="Remise sur tous les prix (%)"
        inputMode="numeric"
        hint="Un produit peut avoir son propre prix dans la liste : sur sa fiche, « Prix par quantité »."
        error={errors.percent?.message}
        {...register("percent")}
      />
      <SwitchField
        label="Liste active"
        hint="Inactive, ses clients reviennent aux prix de tout le monde."
        {...register("is_active")}
      />
    </EditDialog>
  );
}

const toInput = ({ name, percent, is_active }: PriceListValues): PriceListInput => ({
  name,
  percent: String(percent),
  is_active,
});
