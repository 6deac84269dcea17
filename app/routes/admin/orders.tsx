/** /admin/orders: the orders, searched and filtered in the database by the URL's parameters. */

import Plus from "lucide-react/icons/plus";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { FilterBar } from "#app/components/admin/filter-bar.tsx";
import { FilterDate } from "#app/components/admin/filter-date.tsx";
import { FilterSelect } from "#app/components/admin/filter-select.tsx";
import { ListResult } from "#app/components/admin/list-result.tsx";
import { PageActions } from "#app/components/admin/page-actions.tsx";
import { RefreshButton } from "#app/components/admin/refresh-button.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { OrderList } from "#app/features/admin/orders/order-list.tsx";
import { countOrders, listOrders } from "#app/features/admin/orders/orders.queries.ts";
import { OrdersExportButton } from "#app/features/admin/orders/orders-export-button.tsx";
import {
  FILTER_PARAMS,
  hasFilters,
  parseOrdersSearchParams,
} from "#app/features/admin/orders/orders-search-params.ts";
import { useRealtimeOrders } from "#app/features/admin/orders/use-realtime-orders.ts";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { getOrderStatusLabel } from "#app/features/admin/shared/labels/order-statuses.ts";
import { ORDERS_LOAD_ERROR } from "#app/features/admin/shared/mutations/error-messages.ts";
import { toUserMessage } from "#app/features/admin/shared/mutations/user-error.ts";
import { useRight } from "#app/features/admin/shared/use-rights.ts";
import { formatCount } from "#app/lib/format/numbers.ts";
import { parsePageParam } from "#app/lib/pages/search-params.ts";
import { toResult } from "#app/lib/result.ts";
import { SEARCH_TOO_SHORT_MESSAGE } from "#app/lib/search/search-text.ts";
import { ORDER_STATUS_VALUES } from "#app/lib/supabase/database.types.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/orders";

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "/admin/orders", "Commandes");
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const params = new URL(request.url).searchParams;
  const query = parseOrdersSearchParams(params);
  const page = parsePageParam(params.get("page"));
  const count = toResult("order count", countOrders(getSupabase(), query.filters));
  return { query, result: await loadOrders({ filters: query.filters, page }), count };
}

/** Like `toResult`, with the server's own reason for a failure. */
async function loadOrders(params: Parameters<typeof listOrders>[1]) {
  try {
    const value = await listOrders(getSupabase(), params);
    return { ok: true, value } as const;
  } catch (error) {
    console.error(`load orders: ${error}`);
    const reason = toUserMessage(error, "");
    return {
      ok: false,
      message: reason ? `${ORDERS_LOAD_ERROR} : ${reason}` : ORDERS_LOAD_ERROR,
    } as const;
  }
}

export default function OrdersPage({ loaderData: { query, result, count } }: Route.ComponentProps) {
  const mayPlace = useRight("orders.place");
  const { filters, isSearchTooShort } = query;
  const latestCount = useLatestResolved(count);
  const total = latestCount?.ok ? latestCount.value : null;
  const ordersPage = result.ok ? result.value : null;
  const filtered = hasFilters(filters);
  const { getCurrent, newCount, replace } = useRealtimeOrders(
    ordersPage,
    ordersPage?.page === 1 && !filtered,
  );

  return (
    <>
      <PageActions
        lead={
          <span role="status">
            {total !== null && formatCount(total, "commande", "commandes")}
            {latestCount?.ok === false && "Nombre de commandes inconnu"}
          </span>
        }
      >
        {mayPlace && (
          <Link to="/admin/orders/new" className={buttonClass("primary")}>
            <Plus aria-hidden size={16} />
            <span>
              Nouvelle<span className="max-sm:sr-only"> commande</span>
            </span>
          </Link>
        )}
        <OrdersExportButton filters={filters} total={total} />
        <RefreshButton compact />
      </PageActions>
      <FilterBar
        label="Rechercher une commande"
        placeholder="Numéro, nom ou téléphone"
        filters={FILTER_PARAMS}
      >
        <FilterSelect
          name="status"
          label="Statut"
          all="Tous les statuts"
          options={ORDER_STATUS_VALUES.map((value) => ({ value, label: getOrderStatusLabel(value) }))}
        />
        <div className="flex gap-2 max-sm:w-full">
          <FilterDate name="from" label="Du" />
          <FilterDate name="to" label="Au" />
        </div>
        {filters.customer && <input type="hidden" name="customer" value={filters.customer} />}
      </FilterBar>
      {filters.customer && (
        <p role="status" className="text-sm text-muted">
          Les commandes d'un seul client. «&nbsp;Effacer&nbsp;» les montre toutes.
        </p>
      )}
      {isSearchTooShort && (
        <p role="status" className="text-sm text-muted">
          {SEARCH_TOO_SHORT_MESSAGE}
        </p>
      )}
      <NewOrdersNotice count={newCount} />
      <ListResult
        result={result}
        errorMessage={result.ok ? ORDERS_LOAD_ERROR : result.message}
        empty={filtered ? "Aucune commande ne correspond à ces critères." : "Aucune commande pour le moment."}
      >
        {(orders) => (
          <OrderList
            // The only order that matches a search is expanded.
            key={filters.search}
            orders={orders.map(getCurrent)}
            initiallyOpen={filters.search && orders.length === 1 ? (orders[0]?.id ?? null) : null}
            onChanged={replace}
          />
        )}
      </ListResult>
    </>
  );
}

/** The value of the latest resolved promise, null at first. */
function useLatestResolved<T>(promise: Promise<T>): T | null {
  const [latest, setLatest] = useState<T | null>(null);
  useEffect(() => {
    let isOutdated = false;
    promise.then((value) => !isOutdated && setLatest(() => value));
    return () => {
      isOutdated = true;
    };
  }, [promise]);
  return latest;
}

/** The number of new orders that are not shown. */
function NewOrdersNotice({ count }: { count: number }) {
  return (
    <p role="status" className="text-sm empty:hidden">
      {count > 0 && (
        <>
          {count === 1 ? "1 nouvelle commande" : `${count} nouvelles commandes`} –{" "}
          <Link to="/admin/orders" className="link inline-flex min-h-11 items-center md:min-h-8">
            Afficher
          </Link>
        </>
      )}
    </p>
  );
}
