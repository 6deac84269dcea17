/** The customers of one page of the list, each with what they have ordered and whether the shop trusts them. */
import { Link, useLocation } from "react-router";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { PhoneLink } from "#app/components/admin/phone-link.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { toListState } from "#app/features/admin/shared/back-link.tsx";
import { useMutation } from "#app/features/admin/shared/mutations/use-mutation.ts";
import { useRight } from "#app/features/admin/shared/use-rights.ts";
import { formatDateTime } from "#app/lib/format/date-times.ts";
import { formatXof } from "#app/lib/format/money.ts";
import { formatCount } from "#app/lib/format/numbers.ts";
import type { SortOrder } from "#app/lib/lists/list-search-params.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { formatCustomerName } from "./customer-name.ts";
import { setCustomerTrusted } from "./customers.mutations.ts";
import type { CUSTOMER_SORT_KEYS, Customer } from "./customers.queries.ts";

interface CustomerListProps {
  customers: readonly Customer[];
  order: SortOrder<(typeof CUSTOMER_SORT_KEYS)[number]>;
}

export function CustomerList({ customers, order }: CustomerListProps) {
  const { pendingAction, mutate } = useMutation();
  const mayTrust = useRight("settings.write");

  function trust(customer: Customer, isTrusted: boolean) {
    return mutate("Client de confiance", async () => {
      await setCustomerTrusted(getSupabase(), customer.id, isTrusted);
      toast({
        title: isTrusted ? "Client de confiance" : "Client ordinaire",
        description: isTrusted
          ? `Les commandes de ${formatCustomerName(customer)} ne sont plus limitées.`
          : `Les commandes de ${formatCustomerName(customer)} ont les limites de tous.`,
        topic: "customers",
      });
    });
  }

  const columns: Column<Customer>[] = [
    ...dataColumns,
    {
      label: "Client de confiance",
      cardPosition: "second-end",
      render: (customer) => (
        <label className="flex min-h-11 items-center gap-2 text-xs text-muted md:min-h-8">
          <input
            type="checkbox"
            aria-label={`Client de confiance : ${formatCustomerName(customer)}`}
            title="Client de confiance : ses commandes ne sont pas limitées"
            checked={customer.is_trusted}
            aria-disabled={pendingAction !== null}
            disabled={!mayTrust}
            onChange={({ target }) => void trust(customer, target.checked)}
            className="size-5 accent-brand"
          />
          <span aria-hidden className="md:hidden">
            De confiance
          </span>
        </label>
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
  { label: "Client", isRowHeader: true, render: (customer) => <Name customer={customer} /> },
  {
    label: "Email",
    sortKey: "email",
    cardPosition: "second",
    render: ({ email, phone }) => (
      <span className="min-w-0 max-md:flex max-md:w-full max-md:items-center md:grid">
        <span className="break-words max-md:grow max-md:truncate max-md:text-xs max-md:text-muted md:max-w-72">
          {email ?? "–"}
        </span>
        {phone && <PhoneLink phone={phone} />}
      </span>
    ),
  },
  {
    label: "Commandes",
    numeric: true,
    cardPosition: "first-end",
    render: ({ orders, amount }) => (
      <span className="inline-grid justify-items-end whitespace-nowrap">
        <span className="text-xs text-muted">{formatCount(orders, "commande", "commandes")}</span>
        {orders > 0 && <span className="font-semibold">{formatXof(amount)}</span>}
      </span>
    ),
  },
  {
    label: "Inscription",
    sortKey: "created_at",
    cardPosition: "hidden",
    render: ({ created_at }) => formatDateTime(created_at),
  },
  {
    label: "Dernière connexion",
    cardPosition: "hidden",
    render: ({ last_sign_in_at }) => (last_sign_in_at ? formatDateTime(last_sign_in_at) : "Jamais"),
  },
];

function Name({ customer }: { customer: Customer }) {
  const { search } = useLocation();
  const { id } = customer;
  return (
    <span className="grid justify-items-start">
      <Link
        to={`/admin/users/${id}`}
        state={toListState(search)}
        className="inline-flex min-h-11 items-center hover:underline md:min-h-0"
      >
        {formatCustomerName(customer)}
      </Link>
      <code className="text-xs font-normal text-muted max-md:sr-only">{id.slice(0, 8)}</code>
    </span>
  );
}
