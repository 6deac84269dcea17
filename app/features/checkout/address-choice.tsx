/** The saved addresses of the customer: one fills in the fields, and a new one can be kept. */
import { useEffect, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { Field } from "#app/components/ui/forms/field.tsx";
import { listSavedAddresses, type SavedAddress } from "#app/lib/models/saved-addresses.queries.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { CheckoutInput, CheckoutValues } from "./checkout.schema.ts";

type CheckoutFormState = UseFormReturn<CheckoutInput, unknown, CheckoutValues>;

/** @param userId null until the account is known */
export function useSavedAddresses(userId: string | null): readonly SavedAddress[] {
  const [addresses, setAddresses] = useState<readonly SavedAddress[]>([]);
  useEffect(() => {
    if (userId === null) return;
    let current = true;
    listSavedAddresses(getSupabase()).then(
      (loaded) => current && setAddresses(loaded),
      // Without them the address is typed.
      (error: unknown) => current && console.error("checkout: the addresses could not be read", error),
    );
    return () => {
      current = false;
    };
  }, [userId]);
  return addresses;
}

interface AddressChoiceProps {
  form: CheckoutFormState;
  addresses: readonly SavedAddress[];
}

export function AddressChoice({ form, addresses }: AddressChoiceProps) {
  if (addresses.length === 0) return null;
  function fill(id: string) {
    const address = addresses.find((each) => each.id === id);
    if (!address) return;
    const { latitude, longitude } = address;
    const position = latitude === null || longitude === null ? "" : `${latitude},${longitude}`;
    const values = { ...address, postalCode: address.postal_code, position };
    for (const field of ["address", "city", "postalCode", "quarter", "landmark", "position"] as const)
      form.setValue(field, values[field], { shouldDirty: true });
    form.clearErrors(["address", "city"]);
  }
  return (
    <Field label="Mes lieux" optional className="sm:col-span-2">
      {(control) => (
        <select {...control} onChange={({ currentTarget }) => fill(currentTarget.value)}>
          <option value="">Choisir un lieu enregistré</option>
          {addresses.map(({ id, name, address, city }) => (
            <option key={id} value={id}>
              {`${name} : ${address}, ${city}`}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Keeps the address when the order is sent. */
export function KeepAddress({ form }: { form: CheckoutFormState }) {
  return (
    <label className="flex min-h-11 items-center gap-3 sm:col-span-2">
      <input
        type="checkbox"
        autoComplete="off"
        className="size-5 accent-brand"
        {...form.register("keepAddress")}
      />
      Garder ce lieu pour mes prochaines commandes
    </label>
  );
}
