/** Creates or edits a pick-up point. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { EditDialog } from "#app/components/admin/edit-dialog.tsx";
import { SwitchField } from "#app/components/admin/switch-field.tsx";
import { TextField } from "#app/components/ui/forms/field.tsx";
import { diffFields } from "#app/features/admin/shared/mutations/diff-fields.ts";
import { type RowTexts, useRowDialog } from "#app/features/admin/shared/mutations/use-row-dialog.tsx";
import { createPickupPoint, updatePickupPoint } from "./delivery.mutations.ts";
import { findPickupPoint, type PickupPoint } from "./delivery.queries.ts";
import { type PickupPointInput, type PickupPointValues, pickupPointSchema } from "./zone.schema.ts";

const NEW_POINT: PickupPointValues = {
  name: "",
  address: "",
  town: "Ouagadougou",
  hours: "",
  position: 0,
  is_active: true,
};

const TEXTS: RowTexts = {
  entity: "pick-up point",
  subject: "ce point de retrait",
  object: "le point de retrait",
  newTitle: "Nouveau point de retrait",
  editTitle: "Modifier le point de retrait",
  added: "Point de retrait ajouté",
  updated: "Point de retrait mis à jour",
};

interface PickupPointDialogProps {
  /** Null for a new point. */
  point: PickupPoint | null;
  onClose(): void;
}

export function PickupPointDialog({ point, onClose }: PickupPointDialogProps) {
  const form = useForm({
    resolver: zodResolver(pickupPointSchema),
    defaultValues: toInput(point ?? NEW_POINT),
  });
  const { register, formState } = form;
  const { errors } = formState;
  const { dialog } = useRowDialog<PickupPointInput, PickupPointValues, PickupPoint>({
    form,
    row: point,
    texts: TEXTS,
    toInput,
    diff: diffPoints,
    create: createPickupPoint,
    update: updatePickupPoint,
    find: findPickupPoint,
    getName: ({ name }) => name,
    onClose,
  });

  return (
    <EditDialog {...dialog}>
      <TextField label="Nom" autoComplete="off" error={errors.name?.message} {...register("name")} />
      <TextField
        label="Adresse"
        autoComplete="off"
        error={errors.address?.message}
        {...register("address")}
      />
      <TextField label="Ville" autoComplete="off" error={errors.town?.message} {...register("town")} />
      <TextField
        label="Horaires"
        optional
        placeholder="Du lundi au samedi, 8 h – 18 h"
        error={errors.hours?.message}
        {...register("hours")}
      />
      <TextField
        label="Ordre"
        inputMode="numeric"
        error={errors.position?.message}
        {...register("position")}
      />
      <SwitchField label="Proposé aux clients" {...register("is_active")} />
    </EditDialog>
  );
}

const toInput = (point: PickupPointValues): PickupPointInput => ({
  name: point.name,
  address: point.address,
  town: point.town,
  hours: point.hours,
  position: String(point.position),
  is_active: point.is_active,
});

const diffPoints = (before: PickupPointValues, now: PickupPointValues) =>
  diffFields(
    [
      ["name", "Nom"],
      ["address", "Adresse"],
      ["town", "Ville"],
      ["hours", "Horaires"],
      ["position", "Ordre"],
      ["is_active", "Proposé aux clients"],
    ],
    before,
    now,
  );
