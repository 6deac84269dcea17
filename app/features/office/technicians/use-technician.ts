/** Saving a technician: over the edition that was read, never over somebody else's without asking. */
import { useState } from "react";
import { toast, toastError } from "../../../components/ui/toast/toast.ts";
import { authClient } from "../../../lib/auth.client.ts";
import { randomId } from "../../../lib/random-id.ts";
import { supabase } from "../../../lib/supabase.client.ts";
import { withRenewal } from "../../../lib/with-renewal.ts";
import { notAllowed, refusalMessage } from "../refusal.ts";
import { createTechnician, SlugTaken, updateTechnician } from "./technician.mutations.ts";
import { readTechnician } from "./technician.queries.ts";
import { changedFields, type StoredTechnician, type TechnicianValues } from "./technician.ts";

/** `slug`: another technician has it; `refused`: nothing was saved, which has been said. */
type Outcome = "saved" | "slug" | "refused";

interface TechnicianAccess {
  /** Also of one that is not saved yet. */
  id: string;
  /** The edition that the form started from; null for a new technician. */
  stored: StoredTechnician | null;
  /** The edition that somebody else saved meanwhile. */
  newer: StoredTechnician | null;
  save(values: TechnicianValues): Promise<Outcome>;
  /** Takes the newer edition as the one to start from. */
  acceptNewer(): void;
}

export function useTechnician(read: StoredTechnician | null): TechnicianAccess {
  const [id] = useState(() => read?.id ?? randomId());
  const [stored, setStored] = useState(read);
  const [newer, setNewer] = useState<StoredTechnician | null>(null);

  async function save(values: TechnicianValues): Promise<Outcome> {
    try {
      const saved = await withRenewal(authClient, () => write(values));
      if (saved)
        toast({ title: stored ? "Technicien mis à jour" : "Technicien ajouté", description: values.name });
      return saved ? "saved" : "refused";
    } catch (error) {
      if (error instanceof SlugTaken) return "slug";
      console.error("office: the technician could not be saved", error);
      toastError(refusalMessage(error, "Une erreur est survenue"));
      return "refused";
    }
  }

  /** False when nothing was written, which has been said. */
  async function write(values: TechnicianValues): Promise<boolean> {
    const client = supabase();
    const written = stored
      ? await updateTechnician(client, id, values, stored.updated_at)
      : await createTechnician(client, id, values);
    if (written) return true;
    const now = await readTechnician(client, id);
    if (!now) {
      toastError("Ce technicien a été supprimé entre-temps");
      return false;
    }
    // The answer to an earlier try was lost: it is saved, or only what was typed since then is missing.
    if (changedFields(values, now).length === 0) return true;
    if (!stored) return updateTechnician(client, id, values, now.updated_at);
    if (now.updated_at === stored.updated_at) toastError(notAllowed());
    else setNewer(now);
    return false;
  }

  function acceptNewer() {
    if (newer) setStored(newer);
    setNewer(null);
  }

  return { id, stored, newer, save, acceptNewer };
}
