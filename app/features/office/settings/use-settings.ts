/** Saving the settings: over the edition that was read, never over somebody else's without asking. */
import { useState } from "react";
import { toast, toastError } from "../../../components/ui/toast/toast.ts";
import { authClient } from "../../../lib/auth.client.ts";
import { supabase } from "../../../lib/supabase.client.ts";
import { withRenewal } from "../../../lib/with-renewal.ts";
import { notAllowed, refusalMessage } from "../refusal.ts";
import { saveSettings } from "./settings.mutations.ts";
import { readSettings } from "./settings.queries.ts";
import type { SettingsValues, StoredSettings } from "./settings.ts";

interface SettingsAccess {
  /** The edition that the form started from. */
  stored: StoredSettings;
  /** The edition that somebody else saved meanwhile. */
  newer: StoredSettings | null;
  /** Gives what is stored now; null when nothing was written, which has been said. */
  save(values: SettingsValues): Promise<StoredSettings | null>;
  /** Takes the newer edition as the one to start from. */
  acceptNewer(): void;
}

export function useSettings(read: StoredSettings): SettingsAccess {
  const [stored, setStored] = useState(read);
  const [newer, setNewer] = useState<StoredSettings | null>(null);

  async function save(values: SettingsValues) {
    try {
      const client = supabase();
      const saved = await withRenewal(authClient, () => saveSettings(client, values, stored.updated_at));
      if (!saved) {
        const now = await readSettings(client);
        if (now.updated_at === stored.updated_at) toastError(notAllowed());
        else setNewer(now);
        return null;
      }
      setStored(saved);
      toast({ title: "Paramètres enregistrés", description: "Le site public les montre dès maintenant." });
      return saved;
    } catch (error) {
      console.error("office: the settings could not be saved", error);
      toastError(refusalMessage(error));
      return null;
    }
  }

  function acceptNewer() {
    if (newer) setStored(newer);
    setNewer(null);
  }

  return { stored, newer, save, acceptNewer };
}
