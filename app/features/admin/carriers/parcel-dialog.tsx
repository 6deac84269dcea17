/** Hands prepared orders to a carrier, one after the other: the dialog stays open for the next one. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { EditDialog } from "#app/components/admin/edit-dialog.tsx";
import { TextField } from "#app/components/ui/forms/field.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { useActionForm } from "#app/features/admin/shared/mutations/use-action-form.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { parcelSchema } from "./carrier.schema.ts";
import { CarrierField } from "./carrier-field.tsx";
import { handToCarrier } from "./carriers.mutations.ts";
import type { Carrier } from "./carriers.queries.ts";

interface ParcelDialogProps {
  /** Those that take parcels. */
  carriers: readonly Carrier[];
  onClose(): void;
  onHanded(): Promise<void>;
}

export function ParcelDialog({ carriers, onClose, onHanded }: ParcelDialogProps) {
  const form = useForm({
    resolver: zodResolver(parcelSchema),
    defaultValues: {
      carrier: carriers.length === 1 ? (carriers[0]?.id ?? "") : "",
      number: "",
      tracking_number: "",
    },
  });
  const { register, reset, setFocus, formState } = form;
  const { errors } = formState;
  const dialog = useActionForm({
    form,
    action: "hand a parcel to a carrier",
    act: ({ carrier, ...parcel }) => handToCarrier(getSupabase(), carrier, [parcel]),
    onDone: async ({ carrier, number }) => {
      toast({ title: "Colis remis", description: number });
      reset({ carrier, number: "", tracking_number: "" });
      setFocus("number");
      await onHanded();
    },
  });
  return (
    <EditDialog title="Remettre un colis" {...dialog} onClose={onClose}>
      <CarrierField carriers={carriers} registration={register("carrier")} error={errors.carrier?.message} />
      <TextField
        label="Numéro de la commande"
        placeholder="ORD-123456"
        autoComplete="off"
        autoCapitalize="characters"
        hint="Une commande préparée, qui n'est dans aucune tournée."
        error={errors.number?.message}
        {...register("number")}
      />
      <TextField
        label="Numéro de suivi"
        optional
        autoComplete="off"
        hint="Sans lui, le transporteur nomme le numéro de la commande."
        error={errors.tracking_number?.message}
        {...register("tracking_number")}
      />
    </EditDialog>
  );
}
