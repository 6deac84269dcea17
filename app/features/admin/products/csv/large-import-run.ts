/** The steps of a large import, each of which shows how far it is (large-import.ts, large-import.mutations.ts). */
import { toast } from "#app/components/ui/toast/toast.ts";
import { toUserMessage } from "#app/features/admin/shared/mutations/user-error.ts";
import type { ChosenReason } from "#app/features/admin/shared/stock-reason.tsx";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { ImportFileError } from "./csv-import.ts";
import {
  type CheckedImport,
  IMPORT_UNREACHABLE_MESSAGE,
  type ImportState,
  toFailedImport,
} from "./import-state.ts";
import { cancelImport, confirmImport, stopImport } from "./large-import.mutations.ts";
import {
  getImport,
  type ImportProgress,
  listProblemLines,
  type ProblemLine,
} from "./large-import.queries.ts";
import { applyLargeImport, sendLargeFile } from "./large-import.ts";

const INTERRUPTED_MESSAGE = "Le serveur ne répond pas.";

/** A run of the import: what it shows is ignored once a later one has begun. */
export interface ImportRun {
  isWanted(): boolean;
  show(next: ImportState): void;
}

/** @param begin begins a run, and makes earlier ones outdated */
export function createLargeImport(begin: () => ImportRun) {
  /** @param retry offered after a failure that may pass */
  async function send(selected: File, id: string, retry: () => void) {
    const { show, isWanted } = begin();
    show({ status: "sending", share: 0, counts: { create: 0, update: 0, unchanged: 0, error: 0 } });
    try {
      const sent = await sendLargeFile(getSupabase(), selected, id, isWanted, (share, counts) =>
        show({ status: "sending", share, counts }),
      );
      if (sent)
        show({ status: "checked", error: null, problems: await listProblems(sent.progress), ...sent });
    } catch (error) {
      if (error instanceof ImportFileError) await giveUp(id);
      if (isWanted()) show(toFailedImport(error, retry));
    }
    // Only now, because the call that begins the import may have been under way when it was given up.
    if (!isWanted()) await giveUp(id);
  }

  async function confirm(checked: CheckedImport, reason: ChosenReason) {
    const { show, isWanted } = begin();
    // Only an import that the shop has begun can be stopped.
    show({ status: "busy", task: "importing", share: null });
    try {
      const started = await confirmImport(getSupabase(), checked.progress.id, reason);
      if (isWanted()) await apply(started);
    } catch (error) {
      console.error("admin: the import could not be confirmed", error);
      show({ status: "checked", ...checked, error: toUserMessage(error, IMPORT_UNREACHABLE_MESSAGE) });
    }
  }

  async function apply(started: ImportProgress) {
    const { show, isWanted } = begin();
    let latest = started;
    show({ status: "applying", progress: started, error: null });
    try {
      const ended = await applyLargeImport(getSupabase(), started.id, isWanted, (progress) => {
        latest = progress;
        show({ status: "applying", progress, error: null });
      });
      if (ended !== null) await showEnd(ended, show);
    } catch (error) {
      console.error("admin: the import was interrupted", error);
      show({ status: "applying", progress: latest, error: toUserMessage(error, INTERRUPTED_MESSAGE) });
    }
  }

  async function stop(running: ImportProgress) {
    const { show } = begin();
    try {
      await showEnd(await stopImport(getSupabase(), running.id), show);
    } catch (error) {
      console.error("admin: the import could not be stopped", error);
      show({ status: "applying", progress: running, error: toUserMessage(error, INTERRUPTED_MESSAGE) });
    }
  }

  /** The run gives up what it has sent as soon as its calls have been answered. */
  function cancelSending() {
    begin().show({ status: "start" });
  }

  async function cancel(checked: CheckedImport) {
    const { show } = begin();
    try {
      await cancelImport(getSupabase(), checked.progress.id);
      show({ status: "start" });
    } catch (error) {
      show({ status: "checked", ...checked, error: toUserMessage(error, IMPORT_UNREACHABLE_MESSAGE) });
    }
  }

  /** Shows an import that is under way, or waits, since this page was left. */
  async function find() {
    const { show, isWanted } = begin();
    try {
      const progress = await getImport(getSupabase());
      if (progress === null) show({ status: "start" });
      if (progress === null || !isWanted()) return;
      if (progress.state === "applying") await apply(progress);
      const checked = { progress, ignoredColumns: [] };
      if (progress.state === "done")
        show({ status: "applied", problems: await listProblems(progress), ...checked });
      if (progress.state === "checked" && progress.is_own)
        show({ status: "checked", error: null, problems: await listProblems(progress), ...checked });
    } catch (error) {
      // A file can be chosen all the same.
      console.error("admin: it could not be read whether an import is under way", error);
      show({
        status: "failed",
        reason: "Impossible de savoir si un import est en cours",
        retry: () => void find(),
      });
    }
  }

  return { send, confirm, apply, stop, cancelSending, cancel, find };
}

/** What the database has of a file that is not sent to its end would keep others waiting for minutes. */
async function giveUp(id: string): Promise<void> {
  try {
    await cancelImport(getSupabase(), id);
  } catch (error) {
    console.error("admin: the import could not be given up", error);
  }
}

async function showEnd(ended: ImportProgress, show: (next: ImportState) => void): Promise<void> {
  const problems = await listProblems(ended);
  toast({ title: ended.left ? "Import arrêté" : "Import terminé" });
  show({ status: "applied", progress: ended, problems, ignoredColumns: [] });
}

async function listProblems({ id, error, skipped }: ImportProgress): Promise<ProblemLine[]> {
  return error + skipped > 0 ? listProblemLines(getSupabase(), id) : [];
}
