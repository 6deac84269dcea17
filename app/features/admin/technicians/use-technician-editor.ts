/** Saves a technician over the loaded version, never over another user's version without a confirmation. */

import { useState } from "react";
import { toast, toastError } from "#app/components/ui/toast/toast.ts";
import { UNKNOWN_ERROR_MESSAGE } from "#app/features/admin/shared/mutations/error-messages.ts";
import { useOptimisticLock } from "#app/features/admin/shared/mutations/use-optimistic-lock.ts";
import { toUserMessage } from "#app/features/admin/shared/mutations/user-error.ts";
import { randomId } from "#app/lib/random-id.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { SlugTakenError, saveTechnician } from "./technician.mutations.ts";
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

export function useTechnicianEditor(loaded: StoredTechnician | null): TechnicianEditor {
  const [id] = useState(() => loaded?.id ?? randomId());
  const { stored, conflict, save, acceptNewer } = useOptimisticLock<TechnicianValues, StoredTechnician>(
    loaded,
    {
      write: (values, base) => saveTechnician(getSupabase(), id, values, base),
      find: () => findTechnician(getSupabase(), id),
      isSaved: (values, now) => diffTechnicians(values, now).length === 0,
    },
  );

  async function saveAndReport(values: TechnicianValues): Promise<SaveResult> {
    try {
      const result = await save(values);
      if (result.kind === "conflict") {
        if (!result.conflict.newer) toastError("Ce technicien a été supprimé entre-temps");
        return "rejected";
      }
      toast({ title: stored ? "Technicien mis à jour" : "Technicien ajouté", description: values.name });
      return "saved";
    } catch (error) {
      if (error instanceof SlugTakenError) return "slug-taken";
      console.error("admin: the technician could not be saved", error);
      toastError(toUserMessage(error, UNKNOWN_ERROR_MESSAGE));
      return "rejected";
    }
  }

  return { id, stored, newer: conflict?.newer ?? null, save: saveAndReport, acceptNewer };
}
