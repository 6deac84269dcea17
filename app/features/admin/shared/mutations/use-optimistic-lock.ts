/**
 * Optimistic locking for the edit forms: a form saves over the version that it started from, never over
 * another user's version without a confirmation. The column `updated_at` identifies a version.
 */
import { useState } from "react";
import { StaleVersionError } from "./stale-version-error.ts";
import { getForbiddenMessage, UserError } from "./user-error.ts";

interface OptimisticLockOptions<Values, Stored> {
  /**
   * Writes over the version `base`, or creates the object when it is null, and resolves to the new version.
   * Throws a StaleVersionError when `base` is not the stored version.
   */
  write(values: Values, base: string | null): Promise<Stored>;
  /** The stored version; null when the object does not exist (any more). */
  find(): Promise<Stored | null>;
  /** Whether the stored version has these values: the response of an earlier save was lost. */
  isSaved(values: Values, stored: Stored): boolean;
}

interface EditConflict<Values, Stored> {
  /** The version that another user saved; null when the object was deleted. */
  newer: Stored | null;
  /** The values that were not saved. */
  values: Values;
  error: StaleVersionError;
}

type SaveResult<Values, Stored> =
  | { kind: "saved"; stored: Stored }
  | { kind: "conflict"; conflict: EditConflict<Values, Stored> };

interface OptimisticLock<Values, Stored> {
  /** The version that the form started from; null for a new object. */
  stored: Stored | null;
  conflict: EditConflict<Values, Stored> | null;
  /**
   * Saves over the version `base`, by default the one that the form started from. Throws what `write` and
   * `find` throw, and a UserError when the user has lost the right to write.
   */
  save(values: Values, base?: string | null): Promise<SaveResult<Values, Stored>>;
  /** Makes a version that was loaded meanwhile the base of the next save. */
  accept(version: Stored): void;
  /** The same for the version that another user saved. */
  acceptNewer(): void;
}

export function useOptimisticLock<Values, Stored extends { updated_at: string }>(
  initial: Stored | null,
  { write, find, isSaved }: OptimisticLockOptions<Values, Stored>,
): OptimisticLock<Values, Stored> {
  const [stored, setStored] = useState(initial);
  const [conflict, setConflict] = useState<EditConflict<Values, Stored> | null>(null);

  function accept(version: Stored) {
    setStored(version);
    setConflict(null);
    return { kind: "saved", stored: version } as const;
  }

  async function save(values: Values, base = stored?.updated_at ?? null) {
    try {
      return accept(await write(values, base));
    } catch (error) {
      if (!(error instanceof StaleVersionError)) throw error;
      const newer = await find();
      if (newer && isSaved(values, newer)) return accept(newer);
      if (newer && newer.updated_at === base) throw new UserError(getForbiddenMessage());
      const found = { newer, values, error };
      setConflict(found);
      return { kind: "conflict", conflict: found } as const;
    }
  }

  return {
    stored,
    conflict,
    save,
    accept,
    acceptNewer() {
      if (conflict?.newer) accept(conflict.newer);
    },
  };
}
