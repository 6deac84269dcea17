/** A customer: how to reach them, what they have ordered, and what the team notes about them. */
import { Link } from "react-router";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { Panel } from "#app/components/admin/panel.tsx";
import { PhoneLink } from "#app/components/admin/phone-link.tsx";
import { Tag } from "#app/components/admin/tag.tsx";
import {
  getOrderStatusColor,
  getOrderStatusLabel,
} from "#app/features/admin/shared/labels/order-statuses.ts";
import { OrderLink } from "#app/features/admin/shared/order-link.tsx";
import { useMayOpen } from "#app/features/admin/shared/use-rights.ts";
import { formatDateTime } from "#app/lib/format/date-times.ts";
import { formatXof } from "#app/lib/format/money.ts";
import { formatCount } from "#app/lib/format/numbers.ts";
import { getKeptAmount } from "#app/lib/models/order.ts";
import { formatCustomerName } from "./customer-name.ts";
import { CustomerNoteForm } from "./customer-note-form.tsx";
import type { Customer, CustomerDetails, CustomerOrder } from "./customers.queries.ts";

export function CustomerView({ customer, orders, note }: CustomerDetails) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[1fr_340px] lg:grid-rows-[auto_1fr]">
      <div className="lg:col-start-2">
        <Account customer={customer} />
      </div>
      <div className="min-w-0 lg:col-start-1 lg:row-span-2 lg:row-start-1">
        <Panel
          title={`${formatCount(customer.orders, "commande", "commandes")} · ${formatXof(customer.amount)}`}
          actions={
            customer.orders > 0 && (
              <Link
                to={`/admin/orders?customer=${customer.id}`}
                className="link inline-flex min-h-11 items-center text-sm md:min-h-9"
              >
                Tout voir
              </Link>
            )
          }
        >
          {orders.length === 0 ? (
            <p className="p-4 text-sm text-muted">Aucune commande pour le moment.</p>
          ) : (
            <div className="overflow-x-auto">
              <DataTable
                caption="Ses dernières commandes"
                columns={orderColumns}
                rows={orders}
                getRowKey={({ id }) => id}
              />
            </div>
          )}
        </Panel>
      </div>
      <div className="lg:col-start-2">
        <Panel title="Note de l'équipe">
          <CustomerNoteForm customer={customer} initial={note} />
        </Panel>
      </div>
    </div>
  );
}

const orderColumns: Column<CustomerOrder>[] = [
  {
    label: "Commande",
    isRowHeader: true,
    render: ({ number }) => <OrderLink number={number} />,
  },
  {
    label: "Statut",
    cardPosition: "second-end",
    render: ({ status }) => <Tag color={getOrderStatusColor(status)}>{getOrderStatusLabel(status)}</Tag>,
  },
  { label: "Date", cardPosition: "second", render: ({ created_at }) => formatDateTime(created_at) },
  {
    label: "Montant",
    numeric: true,
    cardPosition: "first-end",
    // As in the sum above: what the customer keeps.
    render: (order) => <span className="whitespace-nowrap">{formatXof(getKeptAmount(order))}</span>,
  },
];

function Account({ customer }: { customer: Customer }) {
  const mayOpen = useMayOpen();
  const { id, email, phone, created_at, last_sign_in_at, is_trusted } = customer;
  const facts = [
    { label: "Email", value: email ?? "–" },
    { label: "Téléphone", value: phone ? <PhoneLink phone={phone} isFull /> : "–" },
    { label: "Inscription", value: formatDateTime(created_at) },
    { label: "Dernière connexion", value: last_sign_in_at ? formatDateTime(last_sign_in_at) : "Jamais" },
    { label: "Client de confiance", value: is_trusted ? "Oui" : "Non" },
    { label: "Identifiant", value: <code>{id.slice(0, 8)}</code> },
  ];
  return (
    <Panel title={formatCustomerName(customer)}>
      <dl className="grid gap-1.5 p-4 text-sm">
        {facts.map(({ label, value }) => (
          <div key={label} className="flex items-center justify-between gap-4">
            <dt className="text-muted">{label}</dt>
            <dd className="text-right wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {mayOpen("/admin/personal-data") && (
        <Link
          to={`/admin/personal-data?account=${id}`}
          className="link mx-4 mb-3 inline-flex min-h-11 items-center text-sm md:min-h-9"
        >
          Copier ou effacer ses données
        </Link>
      )}
    </Panel>
  );
}
