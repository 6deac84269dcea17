/**
 * Phone and e-mail for an administrator. They are never in the page: it is the same for everyone and kept by
 * caches. The database answers them to administrators alone; everyone else does not even ask.
 */
import { useEffect, useState } from "react";
import { toastError } from "../../components/ui/toast/toast.ts";
import type { TechnicianContacts } from "./technician.types.ts";

const UNKNOWN: TechnicianContacts = { phone: null, email: null };

export function useTechnicianContacts(id: string, isAdmin: boolean): TechnicianContacts {
  const [contacts, setContacts] = useState(UNKNOWN);
  useEffect(() => {
    if (!isAdmin) return;
    let current = true;
    readContacts(id).then(
      (read) => current && setContacts(read),
      (error: unknown) => {
        console.error("technicians: the contacts could not be read", error);
        toastError("Impossible de charger les coordonnées du technicien");
      },
    );
    return () => {
      current = false;
      setContacts(UNKNOWN);
    };
  }, [id, isAdmin]);
  return contacts;
}

async function readContacts(id: string): Promise<TechnicianContacts> {
  const [{ supabase }, { getTechnicianContacts }] = await Promise.all([
    import("../../lib/supabase.client.ts"),
    import("./technician.queries.ts"),
  ]);
  return getTechnicianContacts(supabase(), id);
}
