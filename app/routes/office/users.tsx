/** /admin/users («Clients»): the accounts of the shop, to be looked up. Nothing is changed here. */
import { useRevalidator } from "react-router";
import { type Column, DataTable } from "../../components/office/data-table.tsx";
import { Failed } from "../../components/office/failed.tsx";
import { FilterBar } from "../../components/office/filter-bar.tsx";
import { Pager } from "../../components/office/pager.tsx";
import { useFailureToast } from "../../components/ui/use-failure-toast.ts";
import {
  CUSTOMER_ORDERS,
  CUSTOMERS_PAGE,
  type Customer,
  listCustomers,
} from "../../features/office/customers/customers.queries.ts";
import { officeMeta } from "../../features/office/office-meta.ts";
import { readPage, readText } from "../../lib/address-params.ts";
import { formatDateTime } from "../../lib/date-times.ts";
import { type ListOrder, readOrder } from "../../lib/list-address.ts";
import { load } from "../../lib/loaded.ts";
import { formatPhone } from "../../lib/phone.ts";
import { supabase } from "../../lib/supabase.client.ts";
import type { Route } from "./+types/users";

const FAILED = "Impossible de charger les utilisateurs";

const columns: Column<Customer>[] = [
  { label: "Client", isName: true, render: fullName },
  { label: "Email", sort: "email", render: ({ email }) => email ?? "–" },
  { label: "Téléphone", render: ({ phone }) => (phone ? formatPhone(phone) : "–") },
  { label: "Inscription", sort: "created_at", render: ({ created_at }) => formatDateTime(created_at) },
  {
    label: "Dernière connexion",
    render: ({ last_sign_in_at }) => (last_sign_in_at ? formatDateTime(last_sign_in_at) : "Jamais"),
  },
  { label: "Identifiant", render: ({ id }) => <code>{id.slice(0, 8)}</code> },
];

function fullName({ first_name, last_name }: Customer): string {
  return [first_name, last_name].filter(Boolean).join(" ") || "Sans nom";
}

export function meta({ matches }: Route.MetaArgs) {
  return officeMeta(matches, "/admin/users", "Clients");
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const params = new URL(request.url).searchParams;
  const search = readText(params.get("search"));
  const order: ListOrder<(typeof CUSTOMER_ORDERS)[number]> = readOrder(params, CUSTOMER_ORDERS, {
    by: "created_at",
    descending: true,
  });
  const found = await load(
    "customers",
    listCustomers(supabase(), { search, order, page: readPage(params.get("page")) }),
  );
  return { found, order, search };
}

export default function UsersPage({ loaderData: { found, order, search } }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator();
  useFailureToast(found, FAILED);
  return (
    <>
      <FilterBar label="Rechercher un client" placeholder="Nom, email ou téléphone" />
      {!found.ok && <Failed message={FAILED} busy={state === "loading"} onRetry={() => void revalidate()} />}
      {found.ok && found.value.total === 0 && (
        <p className="card p-8 text-center text-sm text-ink-soft">
          {search ? "Aucun client ne correspond à cette recherche." : "Aucun client pour le moment."}
        </p>
      )}
      {found.ok && found.value.total > 0 && (
        <>
          <div className="card overflow-clip">
            <DataTable
              caption="Les clients"
              columns={columns}
              rows={found.value.customers}
              keyOf={({ id }) => id}
              order={order}
            />
          </div>
          <Pager page={found.value.page} size={CUSTOMERS_PAGE} total={found.value.total} />
        </>
      )}
    </>
  );
}
