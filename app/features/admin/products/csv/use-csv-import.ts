/**
 * The steps of a CSV import: the file is parsed, validated by the database, and imported after a
 * confirmation. A file of more than 10,000 lines is sent and applied in chunks (large-import-run.ts).
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
import { LargeFileError, parseProductsFile } from "./csv-import.ts";
import {
  formatImportSummary,
  IMPORT_UNREACHABLE_MESSAGE,
  type ImportState,
  toFailedImport,
  type ValidatedImport,
} from "./import-state.ts";
import { createLargeImport, type ImportRun } from "./large-import-run.ts";

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

  function begin(): ImportRun {
    latestRun.current += 1;
    const run = latestRun.current;
    const isWanted = () => run === latestRun.current;
    return { isWanted, show: (next) => void (isWanted() && setState(next)) };
  }
  const large = createLargeImport(begin);

  async function selectFile(selected: File, id: string) {
    const { show } = begin();
    // With the same id: what the database has of a large file is not validated again.
    const retry = () => void selectFile(selected, id);
    request.current = id;
    show({ status: "busy", task: "reading", share: 0 });
    try {
      const file = await parseProductsFile(selected, (share) =>
        show({ status: "busy", task: "reading", share }),
      );
      show({ status: "busy", task: "validating", share: null });
      const report = await validateImport(getSupabase(), file.rows);
      show({ status: "validated", file, report, error: null });
    } catch (error) {
      if (error instanceof LargeFileError) await large.send(selected, id, retry);
      else show(toFailedImport(error, retry));
    }
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

  const findFirst = useRef(large.find);
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
      if (state.status === "checked") void large.confirm(state, reason);
    },
    cancel: () => {
      if (state.status === "sending") large.cancelSending();
      if (state.status === "checked") void large.cancel(state);
    },
    stop: async () => {
      if (state.status === "applying") await large.stop(state.progress);
    },
    resume: () => state.status === "applying" && void large.apply(state.progress),
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
