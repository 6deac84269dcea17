/** Creates or edits a pick-up point. */
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

interface PickupPointDialogProps {
  /** Null for a new point. */
  point: PickupPoint | null;
  onClose(): void;
  /** Called after a successful save; the dialog stays busy until it resolves. */
  onSaved(): Promise<void>;
}

export function PickupPointDialog({ point, onClose, onSaved }: PickupPointDialogProps) {
  const [newId] = useState(randomId);
  const id = point?.id ?? newId;
  const form = useForm({
    resolver: zodResolver(pickupPointSchema),
    defaultValues: toInput(point ?? NEW_POINT),
  });
  const { register, formState } = form;
  const { errors } = formState;
  const dialog = useRowForm<PickupPointInput, PickupPointValues, PickupPoint>({
    form,
    row: point,
    toInput,
    diff: diffPoints,
    write: (values, base) =>
      base === null
        ? createPickupPoint(getSupabase(), id, values)
        : updatePickupPoint(getSupabase(), id, values, base),
    find: () => findPickupPoint(getSupabase(), id),
    entity: "pick-up point",
    subject: "ce point de retrait",
    reportFailure: (error) =>
      reportSaveFailure(
        point
          ? "Impossible de mettre à jour le point de retrait"
          : "Impossible d'ajouter le point de retrait",
        error,
      ),
    onSaved: async ({ name }) => {
      toast({ title: point ? "Point de retrait mis à jour" : "Point de retrait ajouté", description: name });
      await onSaved();
    },
  });

  return (
    <EditDialog
      title={point ? "Modifier le point de retrait" : "Nouveau point de retrait"}
      {...dialog}
      onClose={onClose}
    >
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
