/** The customers of one page of the list, each with whether the shop trusts them. */
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { useMutation } from "#app/features/admin/shared/mutations/use-mutation.ts";
import { formatDateTime } from "#app/lib/format/date-times.ts";
import { formatPhone } from "#app/lib/format/phone.ts";
import type { SortOrder } from "#app/lib/lists/list-search-params.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { setCustomerTrusted } from "./customers.mutations.ts";
import type { CUSTOMER_SORT_KEYS, Customer } from "./customers.queries.ts";

interface CustomerListProps {
  customers: readonly Customer[];
  order: SortOrder<(typeof CUSTOMER_SORT_KEYS)[number]>;
}

export function CustomerList({ customers, order }: CustomerListProps) {
  const { pendingAction, mutate } = useMutation();

  function trust(customer: Customer, isTrusted: boolean) {
    return mutate("Client de confiance", async () => {
      await setCustomerTrusted(getSupabase(), customer.id, isTrusted);
      toast({
        title: isTrusted ? "Client de confiance" : "Client ordinaire",
        description: isTrusted
          ? `Les commandes de ${formatFullName(customer)} ne sont plus limitées.`
          : `Les commandes de ${formatFullName(customer)} ont les limites de tous.`,
        topic: "customers",
      });
    });
  }

  const columns: Column<Customer>[] = [
    ...dataColumns,
    {
      label: "Client de confiance",
      render: (customer) => (
        <input
          type="checkbox"
          aria-label={`Client de confiance : ${formatFullName(customer)}`}
          title="Ses commandes ne sont pas limitées"
          checked={customer.is_trusted}
          aria-disabled={pendingAction !== null}
          onChange={({ target }) => void trust(customer, target.checked)}
          className="size-5 accent-brand"
        />
      ),
    },
  ];
  return (
    <DataTable
      caption="Les clients"
      columns={columns}
      rows={customers}
      getRowKey={({ id }) => id}
      order={order}
    />
  );
}

const dataColumns: Column<Customer>[] = [
  { label: "Client", isRowHeader: true, render: formatFullName },
  { label: "Email", sortKey: "email", render: ({ email }) => email ?? "–" },
  {
    label: "Téléphone",
    render: ({ phone }) => (phone ? <span className="whitespace-nowrap">{formatPhone(phone)}</span> : "–"),
  },
  { label: "Inscription", sortKey: "created_at", render: ({ created_at }) => formatDateTime(created_at) },
  {
    label: "Dernière connexion",
    render: ({ last_sign_in_at }) => (last_sign_in_at ? formatDateTime(last_sign_in_at) : "Jamais"),
  },
  { label: "Identifiant", render: ({ id }) => <code>{id.slice(0, 8)}</code> },
];

function formatFullName({ first_name, last_name }: Customer): string {
  return [first_name, last_name].filter(Boolean).join(" ") || "Sans nom";
}
