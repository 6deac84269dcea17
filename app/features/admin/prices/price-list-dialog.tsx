/** Creates or edits a price list. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { EditDialog } from "#app/components/admin/edit-dialog.tsx";
import { SwitchField } from "#app/components/admin/switch-field.tsx";
import { TextField } from "#app/components/ui/forms/field.tsx";
import { diffFields } from "#app/features/admin/shared/mutations/diff-fields.ts";
import { type RowTexts, useRowDialog } from "#app/features/admin/shared/mutations/use-row-dialog.tsx";
import { type PriceListInput, type PriceListValues, priceListSchema } from "./price-list.schema.ts";
import { createPriceList, updatePriceList } from "./price-lists.mutations.ts";
import { findPriceList, type PriceList } from "./price-lists.queries.ts";

const TEXTS: RowTexts = {
  entity: "price list",
  subject: "cette liste",
  object: "la liste",
  newTitle: "Nouvelle liste de prix",
  editTitle: "Modifier la liste",
  added: "Liste ajoutée",
  updated: "Liste mise à jour",
};

interface PriceListDialogProps {
  /** Null for a new list. */
  list: PriceList | null;
  onClose(): void;
}

export function PriceListDialog({ list, onClose }: PriceListDialogProps) {
  const form = useForm<PriceListInput, unknown, PriceListValues>({
    resolver: zodResolver(priceListSchema),
    defaultValues: toInput(list ?? { name: "", percent: 5, is_active: true }),
  });
  const { register, formState } = form;
  const { errors } = formState;
  const { dialog } = useRowDialog<PriceListInput, PriceListValues, PriceList>({
    form,
    row: list,
    texts: TEXTS,
    toInput,
    diff: diffLists,
    create: createPriceList,
    update: updatePriceList,
    find: findPriceList,
    getName: ({ name }) => name,
    onClose,
  });
  return (
    <EditDialog {...dialog}>
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

const diffLists = (before: PriceListValues, now: PriceListValues) =>
  diffFields(
    [
      ["name", "Nom"],
      ["percent", "Remise (%)"],
      ["is_active", "Active"],
    ],
    before,
    now,
  );
