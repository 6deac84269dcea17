/** Exports the orders of the list, by its period, its status and its search. */
import { ExportButton } from "#app/features/admin/shared/csv/export-button.tsx";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { fetchOrderPages } from "./orders.queries.ts";
import { buildOrdersCsv } from "./orders-csv.ts";
import { hasFilters, type OrderFilters } from "./orders-search-params.ts";

interface OrdersExportButtonProps {
  filters: OrderFilters;
  /** The number of orders in the list; null while it is unknown. */
  total: number | null;
}

export function OrdersExportButton({ filters, total }: OrdersExportButtonProps) {
  return (
    <ExportButton
      label={hasFilters(filters) && total ? `Exporter (${total})` : "Exporter"}
      total={total}
      fileName={["commandes", filters.status, filters.from, filters.to].filter(Boolean).join("-")}
      noun={["commande", "commandes"]}
      feminine
      compact
      build={(onProgress) => buildOrdersCsv(fetchOrderPages(getSupabase(), filters), onProgress)}
    />
  );
}
