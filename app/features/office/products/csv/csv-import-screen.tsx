/** Bringing a file of products in: choose it, see what it would change, and say yes. */
import { useEffect, useId, useRef } from "react";
import { Link } from "react-router";
import { Failed } from "../../../../components/office/failed.tsx";
import { Panel } from "../../../../components/office/panel.tsx";
import { Notice } from "../../../../components/ui/notice.tsx";
import { csvColumns } from "./csv-columns.ts";
import type { Verdict } from "./csv-import.mutations.ts";
import type { ProductsFile } from "./csv-import.ts";
import { CsvImportReport, problemsOf } from "./csv-import-report.tsx";
import { type ImportStep, importedText, useCsvImport } from "./use-csv-import.ts";

const doings = {
  reading: "Lecture du fichier...",
  judging: "Vérification de chaque ligne...",
  importing: "Import des produits...",
};

export function CsvImportScreen() {
  const { step, choose, confirm } = useCsvImport();
  const field = useId();
  const outcome = useRef<HTMLDivElement>(null);
  const { at } = step;
  useEffect(() => {
    // The button that was pressed is gone with the report.
    if (at === "done") outcome.current?.focus();
  }, [at]);
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
            Fichier CSV, 10 000 lignes au plus
          </label>
          <input
            id={field}
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            className="field h-auto cursor-pointer file:mr-3 file:cursor-pointer file:rounded-md file:border-0 file:bg-sand-deep file:px-3 file:py-1.5 file:font-semibold"
            disabled={step.at === "busy" && step.doing === "importing"}
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file) choose(file);
            }}
            // The same file, mended meanwhile, can be chosen again.
            onClick={({ currentTarget }) => {
              currentTarget.value = "";
            }}
          />
          <details>
            <summary className="min-h-11 cursor-pointer content-center font-semibold md:min-h-9">
              Les colonnes
            </summary>
            <p>
              Dans n'importe quel ordre, celles qui manquent restent comme elles sont :{" "}
              {csvColumns.map(({ header }) => header).join(", ")}. Une cellule vide efface un ancien prix, une
              réduction, une catégorie, une description ou un lien. Les images ne s'importent pas.
            </p>
          </details>
        </div>
      </Panel>
      <div ref={outcome} tabIndex={-1} className="grid gap-5">
        <Outcome step={step} onConfirm={confirm} />
      </div>
    </>
  );
}

function Outcome({ step, onConfirm }: { step: ImportStep; onConfirm(): void }) {
  switch (step.at) {
    case "start":
      return null;
    case "busy":
      return (
        <div role="status" className="card grid gap-3 p-4 text-sm font-medium">
          <p>{doings[step.doing]}</p>
          <progress
            aria-label={doings[step.doing]}
            max={1}
            className="h-2 w-full accent-laterite"
            {...(step.share !== null && { value: step.share })}
          />
        </div>
      );
    case "failed":
      return step.retry ? (
        <Failed message={step.reason} onRetry={step.retry} />
      ) : (
        <Notice tone="error" role="alert">
          {step.reason}
        </Notice>
      );
    case "judged":
      return <Decision {...step} onConfirm={onConfirm} />;
    case "done":
      return (
        <Notice tone="info" role="status" className="flex flex-wrap items-center justify-between gap-3">
          <p className="font-semibold">{importedText(step.verdict)}.</p>
          <Link to="/admin/products" className="btn btn-primary">
            Voir les produits
          </Link>
        </Notice>
      );
  }
}

interface DecisionProps {
  file: ProductsFile;
  verdict: Verdict;
  refusal: string | null;
  onConfirm(): void;
}

function Decision({ file, verdict, refusal, onConfirm }: DecisionProps) {
  const problems = problemsOf(file, verdict);
  const count = verdict.create + verdict.update;
  return (
    <>
      {refusal && (
        <Notice tone="error" role="alert">
          {refusal}
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
          <button type="button" className="btn btn-primary max-sm:grow" onClick={onConfirm}>
            {count === 1
              ? "Importer 1 produit"
              : `Importer ${new Intl.NumberFormat("fr-FR").format(count)} produits`}
          </button>
        )}
      </div>
      <CsvImportReport file={file} verdict={verdict} problems={problems} />
    </>
  );
}
