/** Saves the settings over the loaded version, never over another user's version without a confirmation. */
import { toast, toastError } from "#app/components/ui/toast/toast.ts";
import type { SettingsValues } from "#app/features/admin/shared/fields/settings-fields.ts";
import { useOptimisticLock } from "#app/features/admin/shared/mutations/use-optimistic-lock.ts";
import { toUserMessage } from "#app/features/admin/shared/mutations/user-error.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { saveSettings } from "./settings.mutations.ts";
import { getSettings } from "./settings.queries.ts";
import { diffSettings, type StoredSettings } from "./settings.ts";

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

export function useSettingsEditor(loaded: StoredSettings): SettingsEditor {
  const lock = useOptimisticLock<SettingsValues, StoredSettings>(loaded, {
    write: (values, base) => saveSettings(getSupabase(), values, base ?? loaded.updated_at),
    find: () => getSettings(getSupabase()),
    isSaved: (values, now) => diffSettings(values, now).length === 0,
  });

  async function save(values: SettingsValues) {
    try {
      const result = await lock.save(values);
      if (result.kind === "conflict") return null;
      toast({ title: "Paramètres enregistrés", description: "Le site public les montre dès maintenant." });
      return result.stored;
    } catch (error) {
      console.error("admin: the settings could not be saved", error);
      toastError(toUserMessage(error));
      return null;
    }
  }

  return {
    stored: lock.stored ?? loaded,
    newer: lock.conflict?.newer ?? null,
    save,
    acceptNewer: lock.acceptNewer,
  };
}
