/** The CSV import screen: select a file, review its changes, and confirm. */
import FileUp from "lucide-react/icons/file-up";
import { useEffect, useId, useRef, useState } from "react";
import { Link } from "react-router";
import { LoadError } from "#app/components/admin/load-error.tsx";
import { Panel } from "#app/components/admin/panel.tsx";
import { Button, buttonClass } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import {
  type ChosenReason,
  DEFAULT_STOCK_REASON,
  StockReasonField,
} from "#app/features/admin/shared/stock-reason.tsx";
import { formatNumber } from "#app/lib/format/numbers.ts";
import { csvColumns } from "./csv-columns.ts";
import type { ImportReport } from "./csv-import.mutations.ts";
import type { ProductsFile } from "./csv-import.ts";
import { CsvImportReport, listProblems } from "./csv-import-report.tsx";
import { formatImportSummary, type ImportState } from "./import-state.ts";
import { AppliedImport, ApplyingImport, CheckedLargeImport, SendingImport } from "./large-import-status.tsx";
import { useCsvImport } from "./use-csv-import.ts";

const progressLabels = {
  reading: "Lecture du fichier...",
  validating: "Vérification de chaque ligne...",
  importing: "Import des produits...",
};

export function CsvImportScreen() {
  const { state, selectFile, confirm, cancel, resume, stop } = useCsvImport();
  const field = useId();
  const statusRegion = useRef<HTMLDivElement>(null);
  const { status } = state;
  useEffect(() => {
    // The pressed button is removed with the report.
    if (status === "done" || status === "applied") statusRegion.current?.focus();
  }, [status]);
  return (
    <>
      <Panel title="Le fichier">
        <div className="grid gap-3 p-4 text-sm">
          <p>
            Le plus simple :{" "}
            <Link to="/admin/products" className="link">
              exportez vos produits
            </Link>
            , changez le fichier dans un tableur, puis choisissez-le ici. Un produit est reconnu à sa
            référence, sinon à son slug ; un autre est créé. Rien ne change avant votre accord.
          </p>
          <label htmlFor={field} className="font-semibold">
            Fichier CSV, un million de lignes au plus
          </label>
          {/* The browser's own field has the language of the browser: it lies invisible over ours. */}
          <div className="relative flex flex-wrap items-center justify-center gap-x-3 rounded-lg border border-dashed border-border-strong p-4 text-muted hover:bg-surface has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-foreground">
            <span aria-hidden className={buttonClass("outline", "max-sm:w-full")}>
              <FileUp size={16} />
              Choisir un fichier
            </span>
            <span aria-hidden className="max-md:hidden">
              ou déposez-le ici
            </span>
            <input
              id={field}
              type="file"
              accept=".csv,.txt,text/csv,text/plain"
              className="absolute inset-0 cursor-pointer opacity-0"
              disabled={
                (state.status === "applying" && state.progress.is_own) ||
                (state.status === "busy" && state.task === "importing")
              }
              onChange={({ target }) => {
                const [file] = target.files ?? [];
                if (file) selectFile(file);
              }}
              // Allows the same, corrected file to be selected again.
              onClick={({ currentTarget }) => {
                currentTarget.value = "";
              }}
            />
          </div>
          <details>
            <summary className="min-h-11 cursor-pointer content-center font-semibold md:min-h-9">
              Les colonnes
            </summary>
            <p>
              Dans n'importe quel ordre, celles qui manquent restent comme elles sont :{" "}
              {csvColumns.map(({ header }) => header).join(", ")}. Une cellule vide efface un ancien prix, une
              réduction, une catégorie, une description ou un lien. Les images ne s'importent pas.
            </p>
            <p className="mt-2">
              Une variante a sa ligne, sous celle de son produit ou avec son slug : « Variante » y nomme
              l'option et son choix, comme « Diamètre: 20 mm ». Son prix, son stock, sa référence et son
              code-barres sont sur cette ligne. Les variantes que le fichier ne nomme pas restent.
            </p>
          </details>
        </div>
      </Panel>
      <div ref={statusRegion} tabIndex={-1} className="grid gap-5">
        <ImportStatus state={state} onConfirm={confirm} onCancel={cancel} onResume={resume} onStop={stop} />
      </div>
    </>
  );
}

interface ImportStatusProps {
  state: ImportState;
  onConfirm(reason: ChosenReason): void;
  onCancel(): void;
  onResume(): void;
  onStop(): Promise<void>;
}

function ImportStatus({ state, onConfirm, onCancel, onResume, onStop }: ImportStatusProps) {
  switch (state.status) {
    case "start":
      return null;
    case "busy":
      return (
        <div role="status" className="card grid gap-3 p-4 text-sm font-medium">
          <p>{progressLabels[state.task]}</p>
          <progress
            aria-label={progressLabels[state.task]}
            max={1}
            className="h-2 w-full accent-brand"
            {...(state.share !== null && { value: state.share })}
          />
        </div>
      );
    case "failed":
      return state.retry ? (
        <LoadError message={state.reason} onRetry={state.retry} />
      ) : (
        <Notice variant="error" role="alert">
          {state.reason}
        </Notice>
      );
    case "validated":
      return <ImportConfirmation {...state} onConfirm={onConfirm} />;
    case "sending":
      return <SendingImport {...state} onCancel={onCancel} />;
    case "checked":
      return <CheckedLargeImport {...state} onConfirm={onConfirm} onCancel={onCancel} />;
    case "applying":
      return <ApplyingImport {...state} onResume={onResume} onStop={onStop} />;
    case "applied":
      return <AppliedImport {...state} />;
    case "done":
      return (
        <Notice variant="info" role="status" className="flex flex-wrap items-center justify-between gap-3">
          <p className="font-semibold">{formatImportSummary(state.report)}.</p>
          <Link to="/admin/products" className={buttonClass("primary")}>
            Voir les produits
          </Link>
        </Notice>
      );
  }
}

interface ImportConfirmationProps {
  file: ProductsFile;
  report: ImportReport;
  error: string | null;
  onConfirm(reason: ChosenReason): void;
}

function ImportConfirmation({ file, report, error, onConfirm }: ImportConfirmationProps) {
  const problems = listProblems(file, report);
  const count = report.create + report.update;
  const [reason, setReason] = useState<ChosenReason>(DEFAULT_STOCK_REASON);
  const changesStock = report.lines.some(
    ({ action, changed }) => action === "update" && changed.includes("stock"),
  );
  return (
    <>
      {error && (
        <Notice variant="error" role="alert">
          {error}
        </Notice>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-sm font-semibold">
          {problems.length > 0
            ? "Corrigez le fichier et choisissez-le de nouveau : il est pris en entier ou pas du tout."
            : count === 0
              ? "Rien à importer : la boutique est déjà comme le fichier le dit."
              : `« ${file.name} » est prêt.`}
        </p>
        {problems.length === 0 && count > 0 && (
          <Button variant="primary" className="max-sm:grow" onClick={() => onConfirm(reason)}>
            {count === 1 ? "Importer 1 produit" : `Importer ${formatNumber(count)} produits`}
          </Button>
        )}
      </div>
      {problems.length === 0 && changesStock && (
        <div className="card admin p-4">
          <StockReasonField value={reason} onChange={setReason} />
        </div>
      )}
      <CsvImportReport file={file} report={report} problems={problems} />
    </>
  );
}
