/** Saves the settings over the loaded version, never over another user's version without a confirmation. */
import { useState } from "react";
import { toast, toastError } from "#app/components/ui/toast/toast.ts";
import type { SettingsValues } from "#app/features/admin/settings-fields.ts";
import { getForbiddenMessage, toUserMessage } from "#app/features/admin/user-error.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { saveSettings } from "./settings.mutations.ts";
import { getSettings } from "./settings.queries.ts";
import type { StoredSettings } from "./settings.ts";

interface SettingsEditor {
  /** The version that the form started from. */
  stored: StoredSettings;
  /** The version that another user saved in the meantime. */
  newer: StoredSettings | null;
  /** Resolves to the stored settings; null when nothing was written, which has been reported. */
  save(values: SettingsValues): Promise<StoredSettings | null>;
  /** Makes the newer version the base of the next save. */
  acceptNewer(): void;
}

export function useSettingsEditor(read: StoredSettings): SettingsEditor {
  const [stored, setStored] = useState(read);
  const [newer, setNewer] = useState<StoredSettings | null>(null);

  async function save(values: SettingsValues) {
    try {
      const client = getSupabase();
      const saved = await saveSettings(client, values, stored.updated_at);
      if (!saved) {
        const now = await getSettings(client);
        if (now.updated_at === stored.updated_at) toastError(getForbiddenMessage());
        else setNewer(now);
        return null;
      }
      setStored(saved);
      toast({ title: "Paramètres enregistrés", description: "Le site public les montre dès maintenant." });
      return saved;
    } catch (error) {
      console.error("admin: the settings could not be saved", error);
      toastError(toUserMessage(error));
      return null;
    }
  }

  function acceptNewer() {
    if (newer) setStored(newer);
    setNewer(null);
  }

  return { stored, newer, save, acceptNewer };
}
