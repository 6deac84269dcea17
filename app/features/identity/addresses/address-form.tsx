/** The form for an address that the customer has saved. A module of its own: few visits to the account need it. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { TextField } from "#app/components/ui/forms/field.tsx";
import { AddressField, CityField, PostalCodeField } from "#app/components/ui/forms/person-fields.tsx";
import { toast, toastError } from "#app/components/ui/toast/toast.ts";
import type { SavedAddress } from "#app/lib/models/saved-addresses.queries.ts";
import { describeFailure } from "#app/lib/supabase/failure-message.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { addressSchema } from "./address.schema.ts";
import { updateSavedAddress } from "./addresses.mutations.ts";

interface AddressFormProps {
  address: SavedAddress;
  onSaved(address: SavedAddress): void;
  onCancel(): void;
}

export function AddressForm({ address, onSaved, onCancel }: AddressFormProps) {
  const { register, handleSubmit, setFocus, formState } = useForm({
    resolver: zodResolver(addressSchema),
    defaultValues: { ...address, postalCode: address.postal_code },
  });
  const { errors, isSubmitting } = formState;
  const hasPosition = address.latitude !== null;

  // It takes the place of the button that opened it.
  useEffect(() => setFocus("name"), [setFocus]);

  const submit = handleSubmit(async ({ postalCode, ...values }) => {
    // A position is that of the place where it was measured.
    const isElsewhere = (["address", "city", "quarter"] as const).some((key) => values[key] !== address[key]);
    const position = isElsewhere ? { latitude: null, longitude: null } : {};
    const changed: SavedAddress = { ...address, ...values, ...position, postal_code: postalCode };
    try {
      await updateSavedAddress(getSupabase(), changed);
      onSaved(changed);
      toast({ title: "Lieu mis à jour", description: changed.name });
    } catch (error) {
      console.error("account: the address could not be changed", error);
      toastError(describeFailure(error, "Impossible d'enregistrer ce lieu"));
    }
  });

  return (
    <form
      noValidate
      method="post"
      onSubmit={(event) => void submit(event)}
      className="grid gap-4 sm:grid-cols-2"
    >
      <TextField
        label="Nom du lieu"
        placeholder="Ex. : Maison, Chantier"
        error={errors.name?.message}
        className="sm:col-span-2"
        {...register("name")}
      />
      <AddressField error={errors.address?.message} className="sm:col-span-2" {...register("address")} />
      <CityField error={errors.city?.message} {...register("city")} />
      <TextField
        label="Quartier"
        optional
        error={errors.quarter?.message}
        autoComplete="address-level3"
        {...register("quarter")}
      />
      <TextField
        label="Repère"
        optional
        placeholder="Ex. : portail bleu en face de la pharmacie"
        error={errors.landmark?.message}
        className="sm:col-span-2"
        {...register("landmark")}
      />
      <PostalCodeField error={errors.postalCode?.message} {...register("postalCode")} />
      {hasPosition && (
        <p className="text-sm text-muted sm:col-span-2">
          Si l'adresse, la ville ou le quartier change, la position enregistrée est effacée.
        </p>
      )}
      <div className="flex flex-wrap gap-3 sm:col-span-2">
        <BusyButton variant="primary" type="submit" busy={isSubmitting}>
          {isSubmitting ? "Enregistrement..." : "Enregistrer"}
        </BusyButton>
        <Button variant="outline" onClick={onCancel}>
          Annuler
        </Button>
      </div>
    </form>
  );
}
