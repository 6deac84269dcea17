/**
 * A technician's phone and e-mail for an administrator. They are never part of the page, which is the same
 * for everyone and cached. The database returns them to administrators only; other users do not send the
 * request.
 */
import { useEffect, useState } from "react";
import { toastError } from "#app/components/ui/toast/toast.ts";
import type { TechnicianContacts } from "./technician.types.ts";

const NO_CONTACTS: TechnicianContacts = { phone: null, email: null };

export function useTechnicianContacts(id: string, isAdmin: boolean): TechnicianContacts {
  const [contacts, setContacts] = useState(NO_CONTACTS);
  useEffect(() => {
    if (!isAdmin) return;
    let current = true;
    loadContacts(id).then(
      (loaded) => current && setContacts(loaded),
      (error: unknown) => {
        console.error("technicians: the contacts could not be read", error);
        toastError("Impossible de charger les coordonnées du technicien");
      },
    );
    return () => {
      current = false;
      setContacts(NO_CONTACTS);
    };
  }, [id, isAdmin]);
  return contacts;
}

async function loadContacts(id: string): Promise<TechnicianContacts> {
  const [{ getSupabase }, { getTechnicianContacts }] = await Promise.all([
    import("#app/lib/supabase/supabase.client.ts"),
    import("./technician.queries.ts"),
  ]);
  return getTechnicianContacts(getSupabase(), id);
}
