/** Creates or edits a carrier. */
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
import { type CarrierInput, type CarrierValues, carrierSchema } from "./carrier.schema.ts";
import { createCarrier, updateCarrier } from "./carriers.mutations.ts";
import { type Carrier, findCarrier } from "./carriers.queries.ts";

const NEW_CARRIER: CarrierValues = { name: "", phone: "", is_active: true };

interface CarrierDialogProps {
  /** Null for a new carrier. */
  carrier: Carrier | null;
  onClose(): void;
  /** Called after a successful save; the dialog stays busy until it resolves. */
  onSaved(): Promise<void>;
}

export function CarrierDialog({ carrier, onClose, onSaved }: CarrierDialogProps) {
  const [newId] = useState(randomId);
  const id = carrier?.id ?? newId;
  const form = useForm({
    resolver: zodResolver(carrierSchema),
    defaultValues: toInput(carrier ?? NEW_CARRIER),
  });
  const { register, formState } = form;
  const { errors } = formState;
  const dialog = useRowForm<CarrierInput, CarrierValues, Carrier>({
    form,
    row: carrier,
    toInput,
    diff: diffCarriers,
    write: (values, base) =>
      base === null
        ? createCarrier(getSupabase(), id, values)
        : updateCarrier(getSupabase(), id, values, base),
    find: () => findCarrier(getSupabase(), id),
    entity: "carrier",
    subject: "ce transporteur",
    reportFailure: (error) =>
      reportSaveFailure(
        carrier ? "Impossible de mettre à jour le transporteur" : "Impossible d'ajouter le transporteur",
        error,
      ),
    onSaved: async ({ name }) => {
      toast({ title: carrier ? "Transporteur mis à jour" : "Transporteur ajouté", description: name });
      await onSaved();
    },
  });
  return (
    <EditDialog
      title={carrier ? "Modifier le transporteur" : "Nouveau transporteur"}
      {...dialog}
      onClose={onClose}
    >
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
