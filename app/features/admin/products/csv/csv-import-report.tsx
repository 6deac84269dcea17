/**
 * The report of a validated file: the number of lines of each kind, the invalid ones with their reasons, and
 * the changes of the others.
 */

import { useState } from "react";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { Panel } from "#app/components/admin/panel.tsx";
import { Tag } from "#app/components/admin/tag.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { formatNumber } from "#app/lib/format/numbers.ts";
import { getColumnHeader } from "./csv-columns.ts";
import type { ImportReport } from "./csv-import.mutations.ts";
import type { ProductsFile } from "./csv-import.ts";
import type { LineProblem } from "./csv-rows.ts";
import type { LineCounts } from "./large-import.mutations.ts";
import type { ProblemLine } from "./large-import.queries.ts";

/** The maximum of lines shown in each table; a user corrects these first. */
const MAX_SHOWN = 100;

interface CsvImportReportProps {
  file: ProductsFile;
  report: ImportReport;
  problems: readonly LineProblem[];
}

type LineChange = ImportReport["lines"][number];

const problemColumns: Column<LineProblem>[] = [
  { label: "Produit", isRowHeader: true, render: ({ name }) => name || "–" },
  { label: "Ligne", numeric: true, render: ({ line }) => formatNumber(line) },
  { label: "À corriger", render: ({ message }) => <span className="block md:min-w-72">{message}</span> },
];

const changeColumns: Column<LineChange>[] = [
  { label: "Produit", isRowHeader: true, render: getLineName },
  { label: "Ligne", numeric: true, render: ({ line }) => formatNumber(line) },
  {
    label: "Changement",
    render: ({ action, changed, is_variant }) =>
      action === "create" ? (
        <Tag color="green">{is_variant ? "Nouvelle variante" : "Nouveau produit"}</Tag>
      ) : (
        changed.map(getColumnHeader).join(", ")
      ),
  },
];

export function CsvImportReport({ file, report, problems }: CsvImportReportProps) {
  const changes = report.lines.filter(({ action }) => action === "create" || action === "update");
  return (
    <>
      <LineCountCards {...report} error={new Set(problems.map(({ line }) => line)).size} />
      <IgnoredColumns names={file.ignoredColumns} />
      <ProblemPanel title="Lignes à corriger" problems={problems} total={problems.length} />
      {changes.length > 0 && (
        <Panel title="Ce qui va changer">
          <DataTable
            caption="Ce qui va changer"
            columns={changeColumns}
            rows={changes.slice(0, MAX_SHOWN)}
            getRowKey={({ line }) => line}
          />
          <More count={changes.length - MAX_SHOWN} />
        </Panel>
      )}
    </>
  );
}

/** What the lines of a file do, or would do. */
export function LineCountCards({ create, update, unchanged, error }: LineCounts) {
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <CountCard label="À créer" value={create} />
      <CountCard label="À modifier" value={update} />
      <CountCard label="Sans changement" value={unchanged} />
      <CountCard label="À corriger" value={error} urgent={error > 0} />
    </dl>
  );
}

export function IgnoredColumns({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return <Notice variant="warning">Colonnes inconnues, laissées de côté : {names.join(", ")}.</Notice>;
}

interface ProblemPanelProps {
  title: string;
  problems: readonly LineProblem[];
  /** Where `problems` are only the first ones. */
  total: number;
}

/** Nothing without problems. */
export function ProblemPanel({ title, problems, total }: ProblemPanelProps) {
  const [isLong, setIsLong] = useState(false);
  const shown = isLong ? problems : problems.slice(0, MAX_SHOWN);
  if (problems.length === 0) return null;
  return (
    <Panel title={title}>
      <DataTable
        caption={title}
        columns={problemColumns}
        rows={shown}
        getRowKey={({ line, message }) => `${line} ${message}`}
      />
      <More count={total - shown.length} />
      {problems.length > shown.length && (
        <p className="px-4 pb-3">
          <Button variant="outline" onClick={() => setIsLong(true)}>
            {`Montrer les ${formatNumber(problems.length)} premières`}
          </Button>
        </p>
      )}
    </Panel>
  );
}

/** The problems of the file's lines, found by the parser and by the database, in the order of the file. */
export function listProblems(file: ProductsFile, report: ImportReport): LineProblem[] {
  return [...file.problems, ...toLineProblems(report.lines)].sort((one, other) => one.line - other.line);
}

/** What the database reports; a problem of the whole line names no column. */
export function toLineProblems(lines: readonly ProblemLine[]): LineProblem[] {
  return lines.flatMap((line) =>
    line.problems.map(({ column, message }) => ({
      line: line.line,
      name: getLineName(line),
      message: column === "rows" ? message : `${getColumnHeader(column)} : ${message}`,
    })),
  );
}

function getLineName({ name, reference }: Pick<LineChange, "name" | "reference">): string {
  return name || reference || "–";
}

function CountCard({ label, value, urgent = false }: { label: string; value: number; urgent?: boolean }) {
  return (
    <div className="card grid gap-1 p-3 md:p-4">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className={`font-heading text-2xl font-bold tabular-nums ${urgent ? "text-brand" : ""}`}>
        {formatNumber(value)}
      </dd>
    </div>
  );
}

function More({ count }: { count: number }) {
  if (count <= 0) return null;
  return (
    <p className="border-t border-border px-4 py-3 text-sm text-muted">
      {count === 1 ? "Et une autre ligne." : `Et ${formatNumber(count)} autres lignes.`}
    </p>
  );
}
