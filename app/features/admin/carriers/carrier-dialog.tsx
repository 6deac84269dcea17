/** Creates or edits a carrier. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { EditDialog } from "#app/components/admin/edit-dialog.tsx";
import { SwitchField } from "#app/components/admin/switch-field.tsx";
import { TextField } from "#app/components/ui/forms/field.tsx";
import { diffFields } from "#app/features/admin/shared/mutations/diff-fields.ts";
import { type RowTexts, useRowDialog } from "#app/features/admin/shared/mutations/use-row-dialog.tsx";
import { type CarrierInput, type CarrierValues, carrierSchema } from "./carrier.schema.ts";
import { createCarrier, updateCarrier } from "./carriers.mutations.ts";
import { type Carrier, findCarrier } from "./carriers.queries.ts";

const NEW_CARRIER: CarrierValues = { name: "", phone: "", is_active: true };

const TEXTS: RowTexts = {
  entity: "carrier",
  subject: "ce transporteur",
  object: "le transporteur",
  newTitle: "Nouveau transporteur",
  editTitle: "Modifier le transporteur",
  added: "Transporteur ajouté",
  updated: "Transporteur mis à jour",
};

interface CarrierDialogProps {
  /** Null for a new carrier. */
  carrier: Carrier | null;
  onClose(): void;
}

export function CarrierDialog({ carrier, onClose }: CarrierDialogProps) {
  const form = useForm({
    resolver: zodResolver(carrierSchema),
    defaultValues: toInput(carrier ?? NEW_CARRIER),
  });
  const { register, formState } = form;
  const { errors } = formState;
  const { dialog } = useRowDialog<CarrierInput, CarrierValues, Carrier>({
    form,
    row: carrier,
    texts: TEXTS,
    toInput,
    diff: diffCarriers,
    create: createCarrier,
    update: updateCarrier,
    find: findCarrier,
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
      <SwitchField label="Prend des colis" {...register("is_active")} />
    </EditDialog>
  );
}

const toInput = ({ name, phone, is_active }: CarrierValues): CarrierInput => ({ name, phone, is_active });

const diffCarriers = (before: CarrierValues, now: CarrierValues) =>
  diffFields(
    [
      ["name", "Nom"],
      ["phone", "Téléphone"],
      ["is_active", "Prend des colis"],
    ],
    before,
    now,
  );
