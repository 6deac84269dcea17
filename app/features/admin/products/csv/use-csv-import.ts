/**
 * The steps of a CSV import: the file is parsed, validated by the database, and imported after a
 * confirmation. A file of more than 10,000 lines is sent and applied in chunks (large-import.ts).
 */
import { PostgrestError } from "@supabase/postgrest-js";
import { useEffect, useRef, useState } from "react";
import { toast } from "#app/components/ui/toast/toast.ts";
import { toUserMessage } from "#app/features/admin/shared/mutations/user-error.ts";
import type { ChosenReason } from "#app/features/admin/shared/stock-reason.tsx";
import { randomId } from "#app/lib/random-id.ts";
import { UNIQUE_VIOLATION } from "#app/lib/supabase/error-codes.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { importProducts, validateImport } from "./csv-import.mutations.ts";
import { ImportFileError, LargeFileError, parseProductsFile } from "./csv-import.ts";
import {
  type CheckedImport,
  formatImportSummary,
  type ImportState,
  type ValidatedImport,
} from "./import-state.ts";
import { cancelImport, confirmImport, stopImport } from "./large-import.mutations.ts";
import {
  getImport,
  type ImportProgress,
  listProblemLines,
  type ProblemLine,
} from "./large-import.queries.ts";
import { applyLargeImport, sendLargeFile } from "./large-import.ts";

const IMPORT_UNREACHABLE_MESSAGE = "Le serveur ne répond pas. Réessayez : rien ne sera importé deux fois.";
const SHOP_CHANGED_MESSAGE = "La boutique a changé depuis la vérification. Rien n'a été importé.";

interface CsvImport {
  state: ImportState;
  selectFile(file: File): void;
  /** With the reason for the stocks that change. */
  confirm(reason: ChosenReason): void;
  /** Gives up a large import that is not confirmed. */
  cancel(): void;
  /** Stops a large import that is being applied. */
  stop(): Promise<void>;
  /** Goes on with a large import after an error. */
  resume(): void;
}

export function useCsvImport(): CsvImport {
  const [state, setState] = useState<ImportState>({ status: "start" });
  // Late results of a previously selected file are ignored.
  const latestRun = useRef(0);
  const request = useRef("");

  /** Makes earlier runs outdated. */
  function begin() {
    latestRun.current += 1;
    const run = latestRun.current;
    const isWanted = () => run === latestRun.current;
    return { isWanted, show: (next: ImportState) => isWanted() && setState(next) };
  }

  async function selectFile(selected: File, id: string) {
    const { show } = begin();
    request.current = id;
    show({ status: "busy", task: "reading", share: 0 });
    try {
      const file = await parseProductsFile(selected, (share) =>
        show({ status: "busy", task: "reading", share }),
      );
      show({ status: "busy", task: "validating", share: null });
      show({
        status: "validated",
        file,
        report: await validateImport(getSupabase(), file.rows),
        error: null,
      });
    } catch (error) {
      if (error instanceof LargeFileError) await sendLarge(selected, id);
      else show(toFailure(error, selected, id));
    }
  }

  async function sendLarge(selected: File, id: string) {
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
      if (isWanted()) show(toFailure(error, selected, id));
    }
    // Only now, because the call that begins the import may have been under way when it was given up.
    if (!isWanted()) await giveUp(id);
  }

  /** What the database has of a file that is not sent to its end would keep others waiting for minutes. */
  async function giveUp(id: string) {
    try {
      await cancelImport(getSupabase(), id);
    } catch (error) {
      console.error("admin: the import could not be given up", error);
    }
  }

  function toFailure(error: unknown, selected: File, id: string): ImportState {
    console.error("admin: the file could not be validated", error);
    if (error instanceof ImportFileError) return { status: "failed", reason: error.message, retry: null };
    return {
      status: "failed",
      reason: toUserMessage(error, IMPORT_UNREACHABLE_MESSAGE),
      // With the same id: what the database has of a large file is not validated again.
      retry: () => void selectFile(selected, id),
    };
  }

  async function confirm(validated: ValidatedImport, reason: ChosenReason) {
    const { show } = begin();
    show({ status: "busy", task: "importing", share: null });
    try {
      const report = await importProducts(getSupabase(), validated.file.rows, request.current, reason);
      if (report.applied) {
        toast({ title: formatImportSummary(report) });
        show({ status: "done", report });
      } else {
        show({ status: "validated", file: validated.file, report, error: SHOP_CHANGED_MESSAGE });
      }
    } catch (error) {
      console.error("admin: the file could not be imported", error);
      show({ status: "validated", ...(await validateAgain(validated, error)) });
    }
  }

  async function confirmLarge(checked: CheckedImport, reason: ChosenReason) {
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
      show({
        status: "applying",
        progress: latest,
        error: toUserMessage(error, "Le serveur ne répond pas."),
      });
    }
  }

  async function stop(running: ImportProgress) {
    const { show } = begin();
    try {
      await showEnd(await stopImport(getSupabase(), running.id), show);
    } catch (error) {
      console.error("admin: the import could not be stopped", error);
      show({
        status: "applying",
        progress: running,
        error: toUserMessage(error, "Le serveur ne répond pas."),
      });
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

  /** An import that is under way, or waits, since this page was left. */
  async function findImport() {
    const { show, isWanted } = begin();
    try {
      const progress = await getImport(getSupabase());
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
    }
  }

  const findFirst = useRef(findImport);
  useEffect(() => {
    void findFirst.current();
    return () => {
      latestRun.current += 1;
    };
  }, []);

  return {
    state,
    selectFile: (file) => void selectFile(file, randomId()),
    confirm: (reason) => {
      if (state.status === "validated") void confirm(state, reason);
      if (state.status === "checked") void confirmLarge(state, reason);
    },
    cancel: () => {
      if (state.status === "sending") cancelSending();
      if (state.status === "checked") void cancel(state);
    },
    stop: async () => {
      if (state.status === "applying") await stop(state.progress);
    },
    resume: () => state.status === "applying" && void apply(state.progress),
  };
}

/** What somebody else has created in the same moment is no longer to be created. */
async function validateAgain(
  { file, report }: ValidatedImport,
  error: unknown,
): Promise<ValidatedImport & { error: string }> {
  if (error instanceof PostgrestError && error.code === UNIQUE_VIOLATION) {
    try {
      return { file, report: await validateImport(getSupabase(), file.rows), error: SHOP_CHANGED_MESSAGE };
    } catch (failure) {
      console.error("admin: the file could not be validated again", failure);
    }
  }
  return { file, report, error: toUserMessage(error, IMPORT_UNREACHABLE_MESSAGE) };
}

async function showEnd(ended: ImportProgress, show: (next: ImportState) => void): Promise<void> {
  const problems = await listProblems(ended);
  toast({ title: ended.left ? "Import arrêté" : "Import terminé" });
  show({ status: "applied", progress: ended, problems, ignoredColumns: [] });
}

async function listProblems({ id, error, skipped }: ImportProgress): Promise<ProblemLine[]> {
  return error + skipped > 0 ? listProblemLines(getSupabase(), id) : [];
}
