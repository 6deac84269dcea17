/** The report: what orders paid, by day, courier and zone. */
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { escapeFormula } from "#app/features/admin/shared/csv/csv.ts";
import { buildCsvFile } from "#app/features/admin/shared/csv/csv-file.ts";
import { ExportButton } from "#app/features/admin/shared/csv/export-button.tsx";
import { formatXof } from "#app/lib/format/money.ts";
import { formatDay } from "#app/lib/format/weekdays.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { fetchReportPages, type ReportLine } from "./cash.queries.ts";
import type { ReportDays } from "./cash-search-params.ts";

const AT_THE_COUNTER = "Au comptoir";
const WITHOUT_ZONE = "Sans zone";

const AMOUNTS = [
  ["Espèces", "cash"],
  ["Mobile money", "mobile_money"],
  ["Transporteur", "carrier"],
  ["Remboursé", "refunded"],
] as const;

const columns: Column<ReportLine>[] = [
  {
    label: "Jour",
    isRowHeader: true,
    render: ({ day, collector, zone }) => (
      <span className="grid">
        <span className="first-letter:uppercase">{formatDay(day)}</span>
        <span className="text-xs font-normal text-muted">
          {collector ?? AT_THE_COUNTER} · {zone ?? WITHOUT_ZONE}
        </span>
      </span>
    ),
  },
  { label: "Commandes", numeric: true, render: ({ orders }) => orders },
  ...AMOUNTS.map(
    ([label, key]): Column<ReportLine> => ({
      label,
      numeric: true,
      render: (line) =>
        line[key] === 0 ? "–" : <span className="whitespace-nowrap">{formatXof(line[key])}</span>,
    }),
  ),
];

export function Report({ lines }: { lines: readonly ReportLine[] }) {
  return (
    <DataTable
      caption="Ce que les commandes ont payé, par jour, livreur et zone"
      columns={columns}
      rows={lines}
      getRowKey={({ day, collector, zone }) => `${day} ${collector} ${zone}`}
    />
  );
}

/** Amounts are whole francs without a unit, so that a spreadsheet can add them up. */
const csvColumns: readonly { header: string; format(line: ReportLine): string }[] = [
  { header: "Jour", format: ({ day }) => day },
  { header: "Encaissé par", format: ({ collector }) => escapeFormula(collector ?? AT_THE_COUNTER) },
  { header: "Zone", format: ({ zone }) => escapeFormula(zone ?? WITHOUT_ZONE) },
  { header: "Commandes", format: ({ orders }) => String(orders) },
  ...AMOUNTS.map(([header, key]) => ({ header, format: (line: ReportLine) => String(line[key]) })),
];

export function ReportExportButton({ days }: { days: ReportDays }) {
  return (
    <ExportButton
      label="Exporter"
      total={null}
      fileName={`caisse-${days.from}-${days.to}`}
      noun={["ligne", "lignes"]}
      feminine
      build={(onProgress) => buildCsvFile(csvColumns, fetchReportPages(getSupabase(), days), onProgress)}
    />
  );
}
