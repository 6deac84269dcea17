/** /admin/users/:id: one customer, with their orders and the team's note. */
import { CustomerView } from "#app/features/admin/customers/customer-view.tsx";
import { findCustomerDetails } from "#app/features/admin/customers/customers.queries.ts";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { RowResult } from "#app/features/admin/shared/row-result.tsx";
import { toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/user";

export function meta({ matches, params }: Route.MetaArgs) {
  return adminMeta(matches, `/admin/users/${params.id}`, "Client");
}

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  return { result: await toResult("customer", findCustomerDetails(getSupabase(), params.id)) };
}

export default function UserPage({ loaderData: { result } }: Route.ComponentProps) {
  return (
    <RowResult
      result={result}
      errorMessage="Impossible de charger ce client"
      notFoundMessage="Ce client n'existe pas ou plus."
      list={{ path: "/admin/users", label: "Tous les clients" }}
    >
      {(details) => <CustomerView key={details.customer.id} {...details} />}
    </RowResult>
  );
}
