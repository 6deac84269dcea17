/** The addresses that the customer has saved at the checkout, in the account: each can be changed or removed. */
import Pencil from "lucide-react/icons/pencil";
import Trash2 from "lucide-react/icons/trash-2";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "#app/components/ui/button.tsx";
import { toast, toastError } from "#app/components/ui/toast/toast.ts";
import { saveAddress } from "#app/lib/models/saved-addresses.mutations.ts";
import { listSavedAddresses, type SavedAddress } from "#app/lib/models/saved-addresses.queries.ts";
import { describeFailure } from "#app/lib/supabase/failure-message.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { deleteSavedAddress } from "./addresses.mutations.ts";

const AddressForm = lazy(async () => ({ default: (await import("./address-form.tsx")).AddressForm }));

/** @param userId null until the account is known */
export function SavedAddresses({ userId }: { userId: string | null }) {
  const [addresses, setAddresses] = useState<readonly SavedAddress[]>([]);
  const [hasFailed, setHasFailed] = useState(false);
  /** Changes when the list has to be read again. */
  const [version, setVersion] = useState(0);
  const [editedId, setEditedId] = useState<string | null>(null);
  const reload = () => setVersion((old) => old + 1);
  const section = useRef<HTMLElement>(null);

  /** Closes the form; the focus goes back to the button that opened it. */
  function closeForm(id: string) {
    flushSync(() => setEditedId(null));
    section.current?.querySelector<HTMLElement>(`[data-edits="${id}"]`)?.focus();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the version asks for another reading
  useEffect(() => {
    if (userId === null) return;
    let current = true;
    listSavedAddresses(getSupabase()).then(
      (loaded) => {
        if (!current) return;
        setAddresses(loaded);
        setHasFailed(false);
      },
      (error: unknown) => {
        if (!current) return;
        console.error("account: the addresses could not be read", error);
        setHasFailed(true);
      },
    );
    return () => {
      current = false;
    };
  }, [userId, version]);

  async function restore({ id: _deleted, ...address }: SavedAddress) {
    try {
      await saveAddress(getSupabase(), address);
      reload();
    } catch (error) {
      console.error("account: the address could not be restored", error);
      toastError(describeFailure(error, "Impossible de rétablir ce lieu"));
    }
  }

  async function remove(address: SavedAddress) {
    try {
      await deleteSavedAddress(getSupabase(), address.id);
      section.current?.querySelector("h2")?.focus();
      setAddresses((shown) => shown.filter(({ id }) => id !== address.id));
      toast({
        title: "Lieu supprimé",
        description: address.name,
        action: { label: "Annuler", onClick: () => void restore(address) },
      });
    } catch (error) {
      console.error("account: the address could not be deleted", error);
      toastError(describeFailure(error, "Impossible de supprimer ce lieu"));
    }
  }

  if (addresses.length === 0 && !hasFailed) return null;
  return (
    <section ref={section} aria-labelledby="addresses" className="card grid gap-3 p-4 sm:p-6">
      <h2 id="addresses" tabIndex={-1} className="text-xl outline-none">
        Mes lieux
      </h2>
      {hasFailed && (
        <div role="alert" className="grid justify-items-start gap-3">
          <p>Vos lieux n'ont pas pu être chargés.</p>
          <Button variant="outline" onClick={reload}>
            Réessayer
          </Button>
        </div>
      )}
      <ul className="grid divide-y divide-border">
        {addresses.map((address) => (
          <li key={address.id} className="py-3">
            {address.id === editedId ? (
              <Suspense fallback={<p role="status">Chargement du formulaire...</p>}>
                <AddressForm
                  address={address}
                  onSaved={(saved) => {
                    setAddresses((shown) => shown.map((each) => (each.id === saved.id ? saved : each)));
                    closeForm(saved.id);
                  }}
                  onCancel={() => closeForm(address.id)}
                />
              </Suspense>
            ) : (
              <div className="flex items-start justify-between gap-3">
                <span className="min-w-0 break-words">
                  <span className="block font-semibold">{address.name}</span>
                  <span className="block text-sm text-muted">
                    {[address.address, address.quarter, address.city].filter(Boolean).join(", ")}
                  </span>
                </span>
                <span className="flex shrink-0 gap-2">
                  <Button
                    variant="outline"
                    data-edits={address.id}
                    aria-label={`Modifier le lieu ${address.name}`}
                    onClick={() => setEditedId(address.id)}
                  >
                    <Pencil aria-hidden size={16} />
                  </Button>
                  <Button
                    variant="outline"
                    aria-label={`Supprimer le lieu ${address.name}`}
                    onClick={() => void remove(address)}
                  >
                    <Trash2 aria-hidden size={16} />
                  </Button>
                </span>
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
