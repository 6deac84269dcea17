/** What is done with the files of rows that are gone. */
import type { StorageDeps } from "./endpoint.ts";
import { removeUnnamed } from "./files/sweep.ts";

/**
 * Removes these versions and the pictures made of them, but for those that a row still names. Does not reject: what
 * remains is swept aside later.
 */
export async function removeObsolete(
  { sql, files, renders, log }: StorageDeps,
  versions: (string | null)[],
): Promise<void> {
  try {
    const known = versions.filter((version) => version !== null);
    for (const version of await removeUnnamed(sql, files, known)) renders.forget(version);
  } catch (error) {
    log.warn({ err: error }, "files of deleted objects could not be removed yet");
  }
}
