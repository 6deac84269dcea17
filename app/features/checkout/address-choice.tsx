/**
 * The saved addresses of the customer, of which one fills in the fields. A module of its own, loaded once the account
 * is known.
 */
import { useEffect, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { Field } from "#app/components/ui/forms/field.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { listSavedAddresses, type SavedAddress } from "#app/lib/models/saved-addresses.queries.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { CheckoutInput, CheckoutValues } from "./checkout.schema.ts";

type CheckoutFormState = UseFormReturn<CheckoutInput, unknown, CheckoutValues>;

/** Null when they could not be read. */
function useSavedAddresses(): readonly SavedAddress[] | null {
  const [addresses, setAddresses] = useState<readonly SavedAddress[] | null>([]);
  useEffect(() => {
    let current = true;
    listSavedAddresses(getSupabase()).then(
      (loaded) => current && setAddresses(loaded),
      (error: unknown) => {
        if (!current) return;
        console.error("checkout: the addresses could not be read", error);
        setAddresses(null);
      },
    );
    return () => {
      current = false;
    };
  }, []);
  return addresses;
}

export function AddressChoice({ form }: { form: CheckoutFormState }) {
  const addresses = useSavedAddresses();
  if (!addresses)
    return (
      <Notice variant="warning" role="status" className="sm:col-span-2">
        Vos lieux n'ont pas pu être chargés. Saisissez l'adresse.
      </Notice>
    );
  if (addresses.length === 0) return null;
  function fill(id: string) {
    const address = addresses?.find((each) => each.id === id);
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
