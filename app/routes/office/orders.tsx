/** /admin/orders: what was ordered, found and filtered in the database by what stands in the address. */
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { FilterBar } from "../../components/office/filter-bar.tsx";
import { FilterDate } from "../../components/office/filter-date.tsx";
import { FilterSelect } from "../../components/office/filter-select.tsx";
import { ListResult } from "../../components/office/list-result.tsx";
import { PageActions } from "../../components/office/page-actions.tsx";
import { RefreshButton } from "../../components/office/refresh-button.tsx";
import { officeMeta } from "../../features/office/office-meta.ts";
import { countedOrders } from "../../features/office/orders/office-order.ts";
import { OrderList } from "../../features/office/orders/order-list.tsx";
import { countOrders, listOrders } from "../../features/office/orders/orders.queries.ts";
import {
  FILTERS,
  isFiltered,
  readOrdersAsked,
  statuses,
} from "../../features/office/orders/orders-address.ts";
import { useOrderRows } from "../../features/office/orders/use-order-rows.ts";
import { refusalMessage } from "../../features/office/refusal.ts";
import { statusLabel } from "../../features/office/status-tones.ts";
import { readPage } from "../../lib/address-params.ts";
import { authClient } from "../../lib/auth.client.ts";
import { supabase } from "../../lib/supabase.client.ts";
import { withRenewal } from "../../lib/with-renewal.ts";
import type { Route } from "./+types/orders";

const FAILED = "Impossible de charger les commandes";

export function meta({ matches }: Route.MetaArgs) {
  return officeMeta(matches, "/admin/orders", "Commandes");
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const params = new URL(request.url).searchParams;
  const asked = readOrdersAsked(params);
  const page = readPage(params.get("page"));
  const count = countOrders(supabase(), asked.filters).catch((error: unknown) => {
    console.error("office: the orders could not be counted", error);
    return null;
  });
  return { asked, found: await loadOrders({ filters: asked.filters, page }), count };
}

/** As `load`, with the server's own reason for a failure. */
async function loadOrders(wanted: Parameters<typeof listOrders>[1]) {
  try {
    const value = await withRenewal(authClient, () => listOrders(supabase(), wanted));
    return { ok: true, value } as const;
  } catch (error) {
    console.error(`load orders: ${error}`);
    const reason = refusalMessage(error, "");
    return { ok: false, message: reason ? `${FAILED} : ${reason}` : FAILED } as const;
  }
}

export default function OrdersPage({ loaderData: { asked, found, count } }: Route.ComponentProps) {
  const { filters, tooShort } = asked;
  const total = useArrived(count);
  const read = found.ok ? found.value : null;
  const filtered = isFiltered(filters);
  const { current, incoming, replace } = useOrderRows(read, read?.page === 1 && !filtered);

  return (
    <>
      <PageActions lead={<span role="status">{total !== null && countedOrders(total)}</span>}>
        <RefreshButton />
      </PageActions>
      <FilterBar label="Rechercher une commande" placeholder="Numéro, nom ou téléphone" filters={FILTERS}>
        <FilterSelect
          name="status"
          label="Statut"
          all="Tous les statuts"
          options={statuses.map((status) => ({ value: status, label: statusLabel(status) }))}
        />
        <div className="flex gap-2 max-sm:w-full">
          <FilterDate name="from" label="Du" />
          <FilterDate name="to" label="Au" />
        </div>
      </FilterBar>
      {tooShort && (
        <p role="status" className="text-sm text-ink-soft">
          Saisissez au moins trois lettres pour chercher.
        </p>
      )}
      <Incoming count={incoming} />
      <ListResult
        found={found}
        failure={found.ok ? FAILED : found.message}
        empty={filtered ? "Aucune commande ne correspond à ces critères." : "Aucune commande pour le moment."}
      >
        {(orders) => (
          <OrderList
            // A search that finds one order has found the one that is meant: it is open.
            key={filters.search}
            orders={orders.map(current)}
            opened={filters.search && orders.length === 1 ? (orders[0]?.id ?? null) : null}
            onChanged={replace}
          />
        )}
      </ListResult>
    </>
  );
}

/** What the promise gives; until then what the one before gave, null at first. */
function useArrived<T>(promise: Promise<T>): T | null {
  const [arrived, setArrived] = useState<T | null>(null);
  useEffect(() => {
    let isOld = false;
    promise.then((value) => !isOld && setArrived(() => value));
    return () => {
      isOld = true;
    };
  }, [promise]);
  return arrived;
}

/** What has come in meanwhile and is not shown here. */
function Incoming({ count }: { count: number }) {
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
