/** Saves a technician over the loaded version, never over another user's version without a confirmation. */

import { useState } from "react";
import { toast, toastError } from "#app/components/ui/toast/toast.ts";
import { UNKNOWN_ERROR_MESSAGE } from "#app/features/admin/error-messages.ts";
import { getForbiddenMessage, toUserMessage } from "#app/features/admin/user-error.ts";
import { randomId } from "#app/lib/random-id.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { createTechnician, SlugTakenError, updateTechnician } from "./technician.mutations.ts";
import { findTechnician } from "./technician.queries.ts";
import { diffTechnicians, type StoredTechnician, type TechnicianValues } from "./technician.ts";

/** `slug-taken`: another technician has the slug; `rejected`: nothing was saved, which has been reported. */
type SaveResult = "saved" | "slug-taken" | "rejected";

interface TechnicianEditor {
  /** Also of a technician that is not stored yet. */
  id: string;
  /** The version that the form started from; null for a new technician. */
  stored: StoredTechnician | null;
  /** The version that another user saved in the meantime. */
  newer: StoredTechnician | null;
  save(values: TechnicianValues): Promise<SaveResult>;
  /** Makes the newer version the base of the next save. */
  acceptNewer(): void;
}

export function useTechnicianEditor(read: StoredTechnician | null): TechnicianEditor {
  const [id] = useState(() => read?.id ?? randomId());
  const [stored, setStored] = useState(read);
  const [newer, setNewer] = useState<StoredTechnician | null>(null);

  async function save(values: TechnicianValues): Promise<SaveResult> {
    try {
      const saved = await write(values);
      if (saved)
        toast({ title: stored ? "Technicien mis à jour" : "Technicien ajouté", description: values.name });
      return saved ? "saved" : "rejected";
    } catch (error) {
      if (error instanceof SlugTakenError) return "slug-taken";
      console.error("admin: the technician could not be saved", error);
      toastError(toUserMessage(error, UNKNOWN_ERROR_MESSAGE));
      return "rejected";
    }
  }

  /** False when nothing was written, which has been reported. */
  async function write(values: TechnicianValues): Promise<boolean> {
    const client = getSupabase();
    const written = stored
      ? await updateTechnician(client, id, values, stored.updated_at)
      : await createTechnician(client, id, values);
    if (written) return true;
    const now = await findTechnician(client, id);
    if (!now) {
      toastError("Ce technicien a été supprimé entre-temps");
      return false;
    }
    // The response of an earlier attempt was lost: either everything is saved, or only later input is
    // missing.
    if (diffTechnicians(values, now).length === 0) return true;
    if (!stored) return updateTechnician(client, id, values, now.updated_at);
    if (now.updated_at === stored.updated_at) toastError(getForbiddenMessage());
    else setNewer(now);
    return false;
  }

  function acceptNewer() {
    if (newer) setStored(newer);
    setNewer(null);
  }

  return { id, stored, newer, save, acceptNewer };
}
