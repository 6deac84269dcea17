/** The CSV export of orders: one row for each order, newest first, as the list is filtered. */
import { escapeFormula, formatCode } from "#app/features/admin/shared/csv/csv.ts";
import { buildCsvFile } from "#app/features/admin/shared/csv/csv-file.ts";
import { getOrderStatusLabel } from "#app/features/admin/shared/labels/order-statuses.ts";
import { formatDateTime } from "#app/lib/format/date-times.ts";
import { formatQuantity, isSoldByUnit } from "#app/lib/format/units.ts";
import { getOrderSubtotal, getOutstandingAmount } from "#app/lib/models/order.ts";
import type { ExportedOrder } from "./orders.queries.ts";

const formatTime = (at: string | null) => (at === null ? "" : formatDateTime(at));

/** Amounts are whole francs without a unit, so that a spreadsheet can add them up. */
const columns: readonly { header: string; format(order: ExportedOrder): string }[] = [
  { header: "Numéro", format: ({ number }) => escapeFormula(number) },
  { header: "Date", format: ({ created_at }) => formatTime(created_at) },
  { header: "Statut", format: ({ status }) => escapeFormula(getOrderStatusLabel(status)) },
  { header: "Client", format: ({ customer_name }) => escapeFormula(customer_name) },
  { header: "Téléphone", format: ({ phone }) => formatCode(phone) },
  { header: "Email", format: ({ customer_email }) => escapeFormula(customer_email ?? "") },
  { header: "Adresse", format: ({ address }) => escapeFormula(address.join(", ")) },
  { header: "Articles", format: formatLines },
  { header: "Nombre d'articles", format: ({ items_count }) => String(items_count) },
  { header: "Sous-total", format: (order) => String(getOrderSubtotal(order)) },
  { header: "Remise", format: ({ discount_amount }) => String(discount_amount) },
  { header: "Livraison", format: ({ shipping_amount }) => String(shipping_amount) },
  { header: "Total", format: ({ total_amount }) => String(total_amount) },
  { header: "Refusé ou rendu", format: ({ credited_amount }) => String(credited_amount) },
  { header: "Payé", format: ({ paid_amount }) => String(paid_amount) },
  // Below zero, the shop owes it.
  { header: "Reste à payer", format: (order) => String(getOutstandingAmount(order)) },
  { header: "Paiement", format: ({ paymentLabel }) => escapeFormula(paymentLabel) },
  { header: "Note du client", format: ({ notes }) => escapeFormula(notes ?? "") },
  { header: "Prise en charge", format: ({ processing_at }) => formatTime(processing_at) },
  { header: "Terminée", format: ({ completed_at }) => formatTime(completed_at) },
  { header: "Annulée", format: ({ cancelled_at }) => formatTime(cancelled_at) },
  {
    header: "Motif d'annulation",
    format: ({ cancellation_reason }) => escapeFormula(cancellation_reason ?? ""),
  },
];

function formatLines({ lines }: ExportedOrder): string {
  return escapeFormula(
    lines
      .map(({ name, quantity, options, sold_by }) => {
        const details = [options, isSoldByUnit(sold_by) && formatQuantity(quantity, sold_by)].filter(Boolean);
        return `${quantity} × ${name}${details.length > 0 ? ` (${details.join(", ")})` : ""}`;
      })
      .join(" | "),
  );
}

/** `onProgress` receives the number of orders so far. Throws the errors of `pages`. */
export function buildOrdersCsv(
  pages: AsyncIterable<ExportedOrder[]>,
  onProgress: (count: number) => void,
): Promise<{ file: Blob; count: number }> {
  return buildCsvFile(columns, pages, onProgress);
}
