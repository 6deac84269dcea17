/**
 * The steps of a CSV import: the file is parsed, validated by the database, and imported after a
 * confirmation.
 */
import { useRef, useState } from "react";
import { toast } from "#app/components/ui/toast/toast.ts";
import { toUserMessage } from "#app/features/admin/shared/mutations/user-error.ts";
import type { ChosenReason } from "#app/features/admin/shared/stock-reason.tsx";
import { randomId } from "#app/lib/random-id.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { type ImportReport, importProducts, validateImport } from "./csv-import.mutations.ts";
import { ImportFileError, type ProductsFile, parseProductsFile } from "./csv-import.ts";

const IMPORT_UNREACHABLE_MESSAGE = "Le serveur ne répond pas. Réessayez : rien ne sera importé deux fois.";

interface ValidatedImport {
  file: ProductsFile;
  report: ImportReport;
}

export type ImportState =
  | { status: "start" }
  /** `share` is the parsed part of the file, from 0 to 1; null while it is unknown. */
  | { status: "busy"; task: "reading" | "validating" | "importing"; share: number | null }
  /** The lines could not be validated; with a retry where that may help. */
  | { status: "failed"; reason: string; retry: (() => void) | null }
  /** `error` is why a confirmed import did not happen. */
  | ({ status: "validated"; error: string | null } & ValidatedImport)
  | { status: "done"; report: ImportReport };

interface CsvImport {
  state: ImportState;
  selectFile(file: File): void;
  /** With the reason for the stocks that change. */
  confirm(reason: ChosenReason): void;
}

export function useCsvImport(): CsvImport {
  const [state, setState] = useState<ImportState>({ status: "start" });
  // Late results of a previously selected file are ignored.
  const latestRun = useRef(0);
  const request = useRef("");

  async function selectFile(selected: File) {
    latestRun.current += 1;
    const run = latestRun.current;
    const show = (next: ImportState) => run === latestRun.current && setState(next);
    request.current = randomId();
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
      console.error("admin: the file could not be validated", error);
      show(
        error instanceof ImportFileError
          ? { status: "failed", reason: error.message, retry: null }
          : {
              status: "failed",
              reason: toUserMessage(error, IMPORT_UNREACHABLE_MESSAGE),
              retry: () => void selectFile(selected),
            },
      );
    }
  }

  async function confirm(validated: ValidatedImport, reason: ChosenReason) {
    const run = latestRun.current;
    const show = (next: ImportState) => run === latestRun.current && setState(next);
    show({ status: "busy", task: "importing", share: null });
    try {
      const report = await importProducts(getSupabase(), validated.file.rows, request.current, reason);
      if (report.applied) {
        toast({ title: formatImportSummary(report) });
        show({ status: "done", report });
      } else {
        const error = "La boutique a changé depuis la vérification. Rien n'a été importé.";
        show({ status: "validated", file: validated.file, report, error });
      }
    } catch (error) {
      console.error("admin: the file could not be imported", error);
      show({ status: "validated", ...validated, error: toUserMessage(error, IMPORT_UNREACHABLE_MESSAGE) });
    }
  }

  return {
    state,
    selectFile: (file) => void selectFile(file),
    confirm: (reason) => state.status === "validated" && void confirm(state, reason),
  };
}

/** «3 produits créés, 1 modifié». */
export function formatImportSummary({ create, update }: Pick<ImportReport, "create" | "update">): string {
  const parts = [
    create > 0 && `${create} ${create === 1 ? "produit créé" : "produits créés"}`,
    update > 0 && `${update} ${update === 1 ? "produit modifié" : "produits modifiés"}`,
  ];
  return parts.filter(Boolean).join(", ");
}
