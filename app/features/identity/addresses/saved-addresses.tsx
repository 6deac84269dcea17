/** The addresses that the customer has saved at the checkout, in the account: each can be removed. */
import Trash2 from "lucide-react/icons/trash-2";
import { useEffect, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { toast, toastError } from "#app/components/ui/toast/toast.ts";
import {
  deleteSavedAddress,
  listSavedAddresses,
  type SavedAddress,
} from "#app/lib/models/saved-addresses.queries.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";

/** @param userId null until the account is known */
export function SavedAddresses({ userId }: { userId: string | null }) {
  const [addresses, setAddresses] = useState<readonly SavedAddress[]>([]);
  useEffect(() => {
    if (userId === null) return;
    let current = true;
    listSavedAddresses(getSupabase()).then(
      (loaded) => current && setAddresses(loaded),
      (error: unknown) => current && console.error("account: the addresses could not be read", error),
    );
    return () => {
      current = false;
    };
  }, [userId]);

  async function remove({ id, name }: SavedAddress) {
    try {
      await deleteSavedAddress(getSupabase(), id);
      setAddresses((shown) => shown.filter((address) => address.id !== id));
      toast({ title: "Adresse supprimée", description: name });
    } catch (error) {
      console.error("account: the address could not be deleted", error);
      toastError("Impossible de supprimer l'adresse");
    }
  }

  if (addresses.length === 0) return null;
  return (
    <section aria-labelledby="addresses" className="card grid gap-3 p-4 sm:p-6">
      <h2 id="addresses" className="text-xl">
        Mes adresses
      </h2>
      <ul className="grid divide-y divide-border">
        {addresses.map((address) => (
          <li key={address.id} className="flex items-start justify-between gap-3 py-3">
            <span className="min-w-0 break-words">
              <span className="block font-semibold">{address.name}</span>
              <span className="block text-sm text-muted">
                {[address.address, address.quarter, address.city].filter(Boolean).join(", ")}
              </span>
            </span>
            <Button
              variant="outline"
              aria-label={`Supprimer l'adresse ${address.name}`}
              onClick={() => void remove(address)}
            >
              <Trash2 aria-hidden size={16} />
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
