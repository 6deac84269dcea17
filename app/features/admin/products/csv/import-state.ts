/** Where an import of a CSV file stands, and the sentences about its end. */
import { toUserMessage } from "#app/features/admin/shared/mutations/user-error.ts";
import { formatNumber } from "#app/lib/format/numbers.ts";
import type { ImportReport } from "./csv-import.mutations.ts";
import { ImportFileError, type ProductsFile } from "./csv-import.ts";
import type { LineCounts } from "./large-import.mutations.ts";
import type { ImportProgress, ProblemLine } from "./large-import.queries.ts";

/** A file whose lines the database has validated. */
export interface ValidatedImport {
  file: ProductsFile;
  report: ImportReport;
}

/** A large import that the database has validated. */
export interface CheckedImport {
  progress: ImportProgress;
  /** The first 1000. */
  problems: ProblemLine[];
  /** Unknown columns, by their header in the file. */
  ignoredColumns: string[];
}

export type ImportState =
  | { status: "start" }
  /** `share` is the parsed part of the file, from 0 to 1; null while it is unknown. */
  | { status: "busy"; task: "reading" | "validating" | "importing"; share: number | null }
  /** The lines could not be validated; with a retry where that may help. */
  | { status: "failed"; reason: string; retry: (() => void) | null }
  /** `error` is why a confirmed import did not happen. */
  | ({ status: "validated"; error: string | null } & ValidatedImport)
  | { status: "done"; report: ImportReport }
  /** A large file: `share` of it has been sent, and what its lines would do. */
  | { status: "sending"; share: number; counts: LineCounts }
  | ({ status: "checked"; error: string | null } & CheckedImport)
  /** `error` is why this browser does not go on with it. */
  | { status: "applying"; progress: ImportProgress; error: string | null }
  | ({ status: "applied" } & CheckedImport);

export const IMPORT_UNREACHABLE_MESSAGE =
  "Le serveur ne répond pas. Réessayez : rien ne sera importé deux fois.";

/** @param retry offered where it may help: not for a file that cannot be read */
export function toFailedImport(error: unknown, retry: () => void): ImportState {
  console.error("admin: the file could not be validated", error);
  if (error instanceof ImportFileError) return { status: "failed", reason: error.message, retry: null };
  return { status: "failed", reason: toUserMessage(error, IMPORT_UNREACHABLE_MESSAGE), retry };
}

/** «Import de « prix.csv » terminé : 12 000 lignes appliquées.» */
export function formatImportEnd({ file_name, applied, left }: ImportProgress): string {
  const done = `${formatNumber(applied)} lignes appliquées`;
  return left
    ? `Import de « ${file_name} » arrêté : ${done}, ${formatNumber(left)} laissées.`
    : `Import de « ${file_name} » terminé : ${done}.`;
}

/** «3 produits créés, 1 modifié». */
export function formatImportSummary({ create, update }: Pick<ImportReport, "create" | "update">): string {
  const parts = [
    create > 0 && `${create} ${create === 1 ? "produit créé" : "produits créés"}`,
    update > 0 && `${update} ${update === 1 ? "produit modifié" : "produits modifiés"}`,
  ];
  return parts.filter(Boolean).join(", ");
}
