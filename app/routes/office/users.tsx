/** /admin/users («Clients»): the accounts of the shop, to be looked up. Nothing is changed here. */
import { type Column, DataTable } from "../../components/office/data-table.tsx";
import { FilterBar } from "../../components/office/filter-bar.tsx";
import { ListResult } from "../../components/office/list-result.tsx";
import {
  CUSTOMER_ORDERS,
  type Customer,
  listCustomers,
  SEARCH_MIN,
} from "../../features/office/customers/customers.queries.ts";
import { officeMeta } from "../../features/office/office-meta.ts";
import { readPage, readText } from "../../lib/address-params.ts";
import { formatDateTime } from "../../lib/date-times.ts";
import { type ListOrder, readOrder } from "../../lib/list-address.ts";
import { load } from "../../lib/loaded.ts";
import { formatPhone } from "../../lib/phone.ts";
import { supabase } from "../../lib/supabase.client.ts";
import type { Route } from "./+types/users";

const columns: Column<Customer>[] = [
  { label: "Client", isName: true, render: fullName },
  { label: "Email", sort: "email", render: ({ email }) => email ?? "–" },
  {
    label: "Téléphone",
    render: ({ phone }) => (phone ? <span className="whitespace-nowrap">{formatPhone(phone)}</span> : "–"),
  },
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
  return (
    <>
      <FilterBar label="Rechercher un client" placeholder="Nom, email ou téléphone" />
      <ListResult found={found} failure="Impossible de charger les utilisateurs" empty={emptyText(search)}>
        {(rows) => (
          <DataTable
            caption="Les clients"
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            order={order}
          />
        )}
      </ListResult>
    </>
  );
}

function emptyText(search: string): string {
  if (search === "") return "Aucun client pour le moment.";
  if (search.length < SEARCH_MIN) return "Saisissez au moins trois lettres pour chercher.";
  return "Aucun client ne correspond à cette recherche.";
}
