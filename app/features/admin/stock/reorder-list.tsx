/** What has to be bought, and as a file for the supplier. */
import { Link } from "react-router";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { escapeFormula, formatCode } from "#app/features/admin/shared/csv/csv.ts";
import { buildCsvFile } from "#app/features/admin/shared/csv/csv-file.ts";
import { ExportButton } from "#app/features/admin/shared/csv/export-button.tsx";
import { formatXof } from "#app/lib/format/money.ts";
import { formatCount, formatNumber } from "#app/lib/format/numbers.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { fetchReorderPages, type ReorderItem } from "./reorder.queries.ts";

const columns: Column<ReorderItem>[] = [
  {
    label: "Article",
    isRowHeader: true,
    render: ({ product_id, name, reference }) => (
      <span className="grid justify-items-start">
        <Link
          to={`/admin/products/${product_id}/stock`}
          className="inline-flex min-h-11 items-center wrap-anywhere hover:underline md:min-h-0"
        >
          {name}
        </Link>
        {reference && <span className="text-xs font-normal wrap-anywhere text-muted">{reference}</span>}
      </span>
    ),
  },
  { label: "Vendus en 90 jours", numeric: true, render: ({ sold_quantity }) => formatNumber(sold_quantity) },
  { label: "En stock", numeric: true, render: ({ stock }) => formatNumber(stock) },
  {
    label: "Attendus",
    numeric: true,
    render: ({ incoming }) => (incoming > 0 ? formatNumber(incoming) : "–"),
  },
  {
    label: "Reste pour",
    numeric: true,
    render: ({ days_left }) => (
      <span className="whitespace-nowrap">
        {days_left === 0 ? "rupture" : formatCount(days_left, "jour", "jours")}
      </span>
    ),
  },
  {
    label: "À commander",
    numeric: true,
    render: ({ suggested_quantity, last_cost }) => (
      <span className="grid whitespace-nowrap">
        <strong>{formatNumber(suggested_quantity)}</strong>
        {last_cost !== null && (
          <span className="text-xs text-muted">{formatXof(last_cost * suggested_quantity)}</span>
        )}
      </span>
    ),
  },
];

export function ReorderList({ items }: { items: readonly ReorderItem[] }) {
  return (
    <DataTable
      caption="Ce qu'il faut commander"
      columns={columns}
      rows={items}
      getRowKey={({ item_id }) => item_id}
    />
  );
}

const csvColumns: readonly { header: string; format(item: ReorderItem): string }[] = [
  { header: "Référence", format: ({ reference }) => formatCode(reference ?? "") },
  { header: "Article", format: ({ name }) => escapeFormula(name) },
  { header: "Vendus en 90 jours", format: ({ sold_quantity }) => String(sold_quantity) },
  { header: "En stock", format: ({ stock }) => String(stock) },
  { header: "Attendus", format: ({ incoming }) => String(incoming) },
  { header: "Jours restants", format: ({ days_left }) => String(days_left) },
  { header: "À commander", format: ({ suggested_quantity }) => String(suggested_quantity) },
];

export function ReorderExportButton({ days }: { days: number }) {
  return (
    <ExportButton
      label="Exporter"
      total={null}
      fileName={`a-commander-${days}-jours`}
      noun={["article", "articles"]}
      build={(onProgress) => buildCsvFile(csvColumns, fetchReorderPages(getSupabase(), days), onProgress)}
    />
  );
}
