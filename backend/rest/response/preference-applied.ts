/** The Preference-Applied header: the applied preferences, in PostgREST's order. */
import type { Preferences } from "#backend/rest/api-request/preferences.ts";

export type PreferenceScope = "read" | "insert" | "update" | "upsert-one" | "delete" | "call";

/** Null when none was applied. `resolves`: the relation has a key to resolve conflicts by. */
export function formatPreferenceApplied(
  preferences: Preferences,
  scope: PreferenceScope,
  { resolves, txOverride }: { resolves: boolean; txOverride: boolean },
): string | null {
  const mutates = scope !== "read" && scope !== "call";
  const applied: string[] = [];
  const add = (name: string, value: string | number | null, applies: boolean) => {
    if (value !== null && applies) applied.push(`${name}=${value}`);
  };
  add("resolution", preferences.resolution, scope === "insert" && resolves);
  add("missing", preferences.missing, scope === "insert" || scope === "update");
  add("return", preferences.return, mutates);
  add("count", preferences.count, true);
  add("tx", preferences.tx, txOverride);
  add("handling", preferences.handling, true);
  add("timezone", preferences.timezone, true);
  const capped = scope === "update" || scope === "delete" || scope === "call";
  add("max-affected", preferences.maxAffected, capped && preferences.handling === "strict");
  return applied.length === 0 ? null : applied.join(", ");
}
