/** What would become of a file's lines: how many of each kind, which are wrong and why, and what the others change. */
import { type Column, DataTable } from "../../../../components/office/data-table.tsx";
import { Panel } from "../../../../components/office/panel.tsx";
import { Pill } from "../../../../components/office/pill.tsx";
import { Notice } from "../../../../components/ui/notice.tsx";
import { headerOf } from "./csv-columns.ts";
import type { Verdict } from "./csv-import.mutations.ts";
import type { LineProblem, ProductsFile } from "./csv-import.ts";

/** Lines that are shown of each table; whoever has more to mend begins with these. */
const SHOWN = 100;

interface CsvImportReportProps {
  file: ProductsFile;
  verdict: Verdict;
  problems: readonly LineProblem[];
}

type Change = Verdict["lines"][number];

const numbers = new Intl.NumberFormat("fr-FR");

const problemColumns: Column<LineProblem>[] = [
  { label: "Produit", isName: true, render: ({ name }) => name || "–" },
  { label: "Ligne", numeric: true, render: ({ line }) => numbers.format(line) },
  { label: "À corriger", render: ({ message }) => <span className="block md:min-w-72">{message}</span> },
];

const changeColumns: Column<Change>[] = [
  { label: "Produit", isName: true, render: nameOf },
  { label: "Ligne", numeric: true, render: ({ line }) => numbers.format(line) },
  {
    label: "Changement",
    render: ({ action, changed }) =>
      action === "create" ? <Pill tone="green">Nouveau produit</Pill> : changed.map(headerOf).join(", "),
  },
];

export function CsvImportReport({ file, verdict, problems }: CsvImportReportProps) {
  const changes = verdict.lines.filter(({ action }) => action === "create" || action === "update");
  return (
    <>
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Count label="À créer" value={verdict.create} />
        <Count label="À modifier" value={verdict.update} />
        <Count label="Sans changement" value={verdict.unchanged} />
        <Count
          label="À corriger"
          value={new Set(problems.map(({ line }) => line)).size}
          urgent={problems.length > 0}
        />
      </dl>
      {file.ignored.length > 0 && (
        <Notice tone="warning">Colonnes inconnues, laissées de côté : {file.ignored.join(", ")}.</Notice>
      )}
      {problems.length > 0 && (
        <Panel title="Lignes à corriger">
          <DataTable
            caption="Lignes à corriger"
            columns={problemColumns}
            rows={problems.slice(0, SHOWN)}
            keyOf={({ line, message }) => `${line} ${message}`}
          />
          <More count={problems.length - SHOWN} />
        </Panel>
      )}
      {changes.length > 0 && (
        <Panel title="Ce qui va changer">
          <DataTable
            caption="Ce qui va changer"
            columns={changeColumns}
            rows={changes.slice(0, SHOWN)}
            keyOf={({ line }) => line}
          />
          <More count={changes.length - SHOWN} />
        </Panel>
      )}
    </>
  );
}

/** What is wrong with the file's lines, by the file itself and by the database, in the order of the file. */
export function problemsOf(file: ProductsFile, verdict: Verdict): LineProblem[] {
  const judged = verdict.lines.flatMap((line) =>
    line.problems.map(({ column, message }) => ({
      line: line.line,
      name: nameOf(line),
      message: `${headerOf(column)} : ${message}`,
    })),
  );
  return [...file.problems, ...judged].sort((one, other) => one.line - other.line);
}

function nameOf({ name, reference }: Change): string {
  return name || reference || "–";
}

function Count({ label, value, urgent = false }: { label: string; value: number; urgent?: boolean }) {
  return (
    <div className="card grid gap-1 p-3 md:p-4">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className={`font-heading text-2xl font-bold tabular-nums ${urgent ? "text-laterite" : ""}`}>
        {numbers.format(value)}
      </dd>
    </div>
  );
}

function More({ count }: { count: number }) {
  if (count <= 0) return null;
  return (
    <p className="border-t border-line px-4 py-3 text-sm text-ink-soft">
      {count === 1 ? "Et une autre ligne." : `Et ${numbers.format(count)} autres lignes.`}
    </p>
  );
}
