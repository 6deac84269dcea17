/** Creates or edits a supplier. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { EditDialog } from "#app/components/admin/edit-dialog.tsx";
import { SwitchField } from "#app/components/admin/switch-field.tsx";
import { TextAreaField, TextField } from "#app/components/ui/forms/field.tsx";
import { diffFields } from "#app/features/admin/shared/mutations/diff-fields.ts";
import { type RowTexts, useRowDialog } from "#app/features/admin/shared/mutations/use-row-dialog.tsx";
import { optionalPhone, optionalText, requiredText } from "#app/lib/forms/text-schema.ts";
import { createSupplier, type SupplierValues, updateSupplier } from "./suppliers.mutations.ts";
import { findSupplier, type Supplier } from "./suppliers.queries.ts";

const supplierSchema = z.object({
  name: requiredText(1, 200, "Le nom du fournisseur est requis"),
  phone: optionalPhone,
  note: optionalText(2000),
  is_active: z.boolean(),
});
type SupplierInput = z.input<typeof supplierSchema>;

const NEW_SUPPLIER: SupplierValues = { name: "", phone: "", note: "", is_active: true };

const TEXTS: RowTexts = {
  entity: "supplier",
  subject: "ce fournisseur",
  object: "le fournisseur",
  newTitle: "Nouveau fournisseur",
  editTitle: "Modifier le fournisseur",
  added: "Fournisseur ajouté",
  updated: "Fournisseur mis à jour",
};

interface SupplierDialogProps {
  /** Null for a new supplier. */
  supplier: Supplier | null;
  onClose(): void;
}

export function SupplierDialog({ supplier, onClose }: SupplierDialogProps) {
  const form = useForm({
    resolver: zodResolver(supplierSchema),
    defaultValues: toInput(supplier ?? NEW_SUPPLIER),
  });
  const { register, formState } = form;
  const { errors } = formState;
  const { dialog } = useRowDialog<SupplierInput, SupplierValues, Supplier>({
    form,
    row: supplier,
    texts: TEXTS,
    toInput,
    diff: diffSuppliers,
    create: createSupplier,
    update: updateSupplier,
    find: findSupplier,
    getName: ({ name }) => name,
    onClose,
  });
  return (
    <EditDialog {...dialog}>
      <TextField label="Nom" autoComplete="off" error={errors.name?.message} {...register("name")} />
      <TextField
        label="Téléphone"
        optional
        type="tel"
        autoComplete="off"
        error={errors.phone?.message}
        {...register("phone")}
      />
      <TextAreaField label="Note" optional rows={2} error={errors.note?.message} {...register("note")} />
      <SwitchField label="Livre encore" {...register("is_active")} />
    </EditDialog>
  );
}

const toInput = ({ name, phone, note, is_active }: SupplierValues): SupplierInput => ({
  name,
  phone,
  note,
  is_active,
});

const diffSuppliers = (before: SupplierValues, now: SupplierValues) =>
  diffFields(
    [
      ["name", "Nom"],
      ["phone", "Téléphone"],
      ["note", "Note"],
      ["is_active", "Livre encore"],
    ],
    before,
    now,
  );
