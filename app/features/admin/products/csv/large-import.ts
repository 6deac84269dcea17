/**
 * An import of more than 10,000 lines: the file is read as a stream and sent in chunks; the confirmed import is applied
 * in chunks. A failed call is repeated for a while, so that a short loss of the network does not interrupt it.
 */
import { UserError } from "#app/features/admin/shared/mutations/user-error.ts";
import { getFailureStatus, NO_RESPONSE } from "#app/lib/supabase/failure-message.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import { openLargeFile } from "./csv-import.ts";
import {
  applyImportChunk,
  completeImport,
  type LineCounts,
  sendImportChunk,
  startImport,
} from "./large-import.mutations.ts";
import type { ImportProgress } from "./large-import.queries.ts";

/** Calls at the same time: a database with two processors works on both. */
const PARALLEL_CALLS = 2;

/** How long a failed call waits before it is repeated, in milliseconds, each time. */
const RETRY_DELAYS_MS = [1000, 2000, 4000, 8000];

/** How often is looked how far somebody else's session is, in milliseconds. */
const LOOK_INTERVAL_MS = 1000;

interface SentFile {
  ignoredColumns: string[];
  progress: ImportProgress;
}

/**
 * Sends the file, and has it validated. With the id of an interrupted attempt, what the database has is not validated
 * again. `isWanted` becomes false when nobody waits for it any more: the result is null then. Throws ImportFileError, or
 * with the database's reason.
 */
export async function sendLargeFile(
  client: Supabase,
  file: File,
  id: string,
  isWanted: () => boolean,
  onProgress: (share: number, counts: LineCounts) => void,
): Promise<SentFile | null> {
  await repeatOnFailure(() => startImport(client, id, file.name));
  let counts: LineCounts = { create: 0, update: 0, unchanged: 0, error: 0 };
  let share = 0;
  let sentChunks = 0;
  const { ignoredColumns, chunks } = await openLargeFile(file, (read) => {
    share = read;
  });
  await runInParallel(async () => {
    // The generator answers in the order in which it was asked, so the numbers are those of the file.
    const next = await chunks.next();
    if (next.done || !isWanted()) return false;
    sentChunks += 1;
    const chunk = sentChunks;
    const added = await repeatOnFailure(() => sendImportChunk(client, id, chunk, next.value));
    counts = {
      create: counts.create + added.create,
      update: counts.update + added.update,
      unchanged: counts.unchanged + added.unchanged,
      error: counts.error + added.error,
    };
    onProgress(share, counts);
    return true;
  });
  if (!isWanted()) return null;
  const progress = await repeatOnFailure(() => completeImport(client, id, sentChunks));
  return { ignoredColumns, progress };
}

/**
 * Applies a confirmed import to its end, or follows the session that does. Null when `isWanted` has become false: a
 * job goes on with it. Throws with the database's reason.
 */
export async function applyLargeImport(
  client: Supabase,
  id: string,
  isWanted: () => boolean,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportProgress | null> {
  let latest: ImportProgress | null = null;
  let hasEnded = false;
  let tellEnd: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    tellEnd = resolve;
  });
  await runInParallel(async () => {
    if (!isWanted() || hasEnded) return false;
    const before = latest?.applied_chunks ?? -1;
    const progress = await repeatOnFailure(() => applyImportChunk(client, id));
    // The calls may answer in another order: one that ended first may have told the end.
    if (!hasEnded && progress.applied_chunks >= (latest?.applied_chunks ?? 0)) {
      latest = progress;
      hasEnded = progress.state === "done";
      if (hasEnded) tellEnd();
      onProgress(progress);
    }
    // Of the last chunk, which the other call is applying, the end is not waited for longer than it takes.
    if (progress.state !== "done" && (!progress.is_own || progress.applied_chunks <= before))
      await Promise.race([wait(LOOK_INTERVAL_MS), ended]);
    return progress.state !== "done";
  });
  return isWanted() ? latest : null;
}

/** Some at a time, until one of them returns false or fails. The others end their work before this settles. */
async function runInParallel(work: () => Promise<boolean>): Promise<void> {
  let hasMore = true;
  const runs = Array.from({ length: PARALLEL_CALLS }, async () => {
    try {
      while (hasMore && (await work())) {
        // The next one.
      }
    } finally {
      hasMore = false;
    }
  });
  for (const run of await Promise.allSettled(runs)) if (run.status === "rejected") throw run.reason;
}

async function repeatOnFailure<T>(call: () => Promise<T>): Promise<T> {
  for (const delay of RETRY_DELAYS_MS) {
    try {
      return await call();
    } catch (error) {
      if (!isTemporary(error)) throw error;
      await wait(delay);
    }
  }
  return call();
}

/** There was no answer, or the server could not do it now: overloaded, or two transactions waited for each other. */
function isTemporary(error: unknown): boolean {
  if (error instanceof UserError) return false;
  const status = getFailureStatus(error);
  return status === NO_RESPONSE || status === 429 || (status !== null && status >= 500);
}

function wait(ms: number): Promise<void> {
  return new Promise((resume) => setTimeout(resume, ms));
}
