/**
 * Parses the Prefer header. The first preference of each kind counts; unknown ones are collected for
 * handling=strict.
 */

export interface Preferences {
  return: "representation" | "minimal" | "headers-only" | null;
  resolution: "merge-duplicates" | "ignore-duplicates" | null;
  missing: "default" | "null" | null;
  count: "exact" | "planned" | "estimated" | null;
  tx: "commit" | "rollback" | null;
  handling: "strict" | "lenient" | null;
  timezone: string | null;
  maxAffected: number | null;
  /** Unknown preferences, in the order of the header. */
  invalid: string[];
}

const NONE: Preferences = {
  return: null,
  resolution: null,
  missing: null,
  count: null,
  tx: null,
  handling: null,
  timezone: null,
  maxAffected: null,
  invalid: [],
};

/** `timezones` are the names that the database knows; any other name is an invalid preference. */
export function parsePreferences(header: string | null, timezones: ReadonlySet<string>): Preferences {
  if (header === null) return NONE;
  const preferences: Preferences = { ...NONE, invalid: [] };
  for (const part of header.split(",")) {
    const text = part.trim();
    if (text !== "" && !applyPreference(preferences, text, timezones)) preferences.invalid.push(text);
  }
  return preferences;
}

/** Whether the preference is known. A repeated preference of one kind is known and has no effect. */
function applyPreference(preferences: Preferences, text: string, timezones: ReadonlySet<string>): boolean {
  switch (text) {
    case "return=representation":
      preferences.return ??= "representation";
      return true;
    case "return=minimal":
      preferences.return ??= "minimal";
      return true;
    case "return=headers-only":
      preferences.return ??= "headers-only";
      return true;
    case "resolution=merge-duplicates":
      preferences.resolution ??= "merge-duplicates";
      return true;
    case "resolution=ignore-duplicates":
      preferences.resolution ??= "ignore-duplicates";
      return true;
    case "missing=default":
      preferences.missing ??= "default";
      return true;
    case "missing=null":
      preferences.missing ??= "null";
      return true;
    case "count=exact":
      preferences.count ??= "exact";
      return true;
    case "count=planned":
      preferences.count ??= "planned";
      return true;
    case "count=estimated":
      preferences.count ??= "estimated";
      return true;
    case "tx=commit":
      preferences.tx ??= "commit";
      return true;
    case "tx=rollback":
      preferences.tx ??= "rollback";
      return true;
    case "handling=strict":
      preferences.handling ??= "strict";
      return true;
    case "handling=lenient":
      preferences.handling ??= "lenient";
      return true;
    default:
      return applyValued(preferences, text, timezones);
  }
}

function applyValued(preferences: Preferences, text: string, timezones: ReadonlySet<string>): boolean {
  const [kind, value] = [text.slice(0, text.indexOf("=")), text.slice(text.indexOf("=") + 1)];
  if (kind === "timezone" && timezones.has(value)) {
    preferences.timezone ??= value;
    return true;
  }
  if (kind === "max-affected" && /^[0-9]{1,15}$/.test(value)) {
    preferences.maxAffected ??= Number(value);
    return true;
  }
  return false;
}
