/** The sections of the dashboard. */

import Clock from "lucide-react/icons/clock";
import Package from "lucide-react/icons/package";
import Plus from "lucide-react/icons/plus";
import ShoppingBag from "lucide-react/icons/shopping-bag";
import Tags from "lucide-react/icons/tags";
import AlertTriangle from "lucide-react/icons/triangle-alert";
import Wrench from "lucide-react/icons/wrench";
import { Link } from "react-router";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { Panel } from "#app/components/admin/panel.tsx";
import { StatCard } from "#app/components/admin/stat-card.tsx";
import { Tag } from "#app/components/admin/tag.tsx";
import {
  getDashboardStatusColor,
  getOrderStatusLabel,
} from "#app/features/admin/shared/labels/order-statuses.ts";
import { OrderLink } from "#app/features/admin/shared/order-link.tsx";
import { useRight } from "#app/features/admin/shared/use-rights.ts";
import { formatDateTime } from "#app/lib/format/date-times.ts";
import { formatXof } from "#app/lib/format/money.ts";
import { formatQuantity, isSoldByUnit } from "#app/lib/format/units.ts";
import { MAX_EXACT_COUNT } from "#app/lib/lists/list-page.ts";
import { getKeptAmount } from "#app/lib/models/order.ts";
import type { LowStockProduct, RecentOrder, ShopCounts } from "./dashboard.queries.ts";

export function StatCards({ counts }: { counts: ShopCounts }) {
  return (
    <ul className="grid grid-cols-2 gap-3 lg:grid-cols-3 *:grid">
      <li>
        <StatCard
          label="Commandes en attente"
          value={counts.pending_orders}
          to="/admin/orders?status=pending"
          icon={Clock}
          urgent={counts.pending_orders > 0}
        />
      </li>
      <li>
        <StatCard
          label="Stock faible"
          value={counts.low_stock}
          isEstimate={counts.low_stock > MAX_EXACT_COUNT}
          to="/admin/products?sort=stock"
          icon={AlertTriangle}
          urgent={counts.low_stock > 0}
        />
      </li>
      <li>
        <StatCard label="Commandes" value={counts.orders} to="/admin/orders" icon={ShoppingBag} />
      </li>
      <li>
        <StatCard
          label="Produits"
          value={counts.products}
          isEstimate={counts.products > MAX_EXACT_COUNT}
          to="/admin/products"
          icon={Package}
        />
      </li>
      <li>
        <StatCard label="Catégories" value={counts.categories} to="/admin/categories" icon={Tags} />
      </li>
      <li>
        <StatCard
          label="Techniciens"
          value={counts.technicians}
          isEstimate={counts.technicians > MAX_EXACT_COUNT}
          to="/admin/technicians"
          icon={Wrench}
        />
      </li>
    </ul>
  );
}

const orderColumns: Column<RecentOrder>[] = [
  {
    label: "Commande",
    isRowHeader: true,
    render: ({ number }) => <OrderLink number={number} />,
  },
  { label: "Client", cardPosition: "second", render: ({ customer_name }) => customer_name },
  {
    label: "Statut",
    cardPosition: "second-end",
    render: ({ status }) => <Tag color={getDashboardStatusColor(status)}>{getOrderStatusLabel(status)}</Tag>,
  },
  {
    label: "Date",
    cardPosition: "second-end",
    render: ({ created_at }) => (
      <span className="max-md:text-xs max-md:text-muted">{formatDateTime(created_at)}</span>
    ),
  },
  {
    label: "Montant",
    numeric: true,
    cardPosition: "first-end",
    // What the customer keeps, as in the sales.
    render: (order) => <span className="whitespace-nowrap">{formatXof(getKeptAmount(order))}</span>,
  },
];

export function RecentOrders({ orders }: { orders: readonly RecentOrder[] }) {
  return orders.length === 0 ? (
    <p className="p-4 text-sm text-muted">Aucune commande pour le moment.</p>
  ) : (
    <div className="overflow-x-auto">
      <DataTable
        caption="Les dernières commandes"
        columns={orderColumns}
        rows={orders}
        getRowKey={({ id }) => id}
      />
    </div>
  );
}

export function LowStock({ products }: { products: readonly LowStockProduct[] }) {
  const mayEdit = useRight("catalog.write");
  if (products.length === 0) {
    return <p className="p-4 text-sm text-muted">Aucun produit n'est sous le seuil.</p>;
  }
  return (
    <ul className="divide-y divide-border">
      {products.map(({ id, name, reference, stock, ...soldBy }) => (
        <li key={id}>
          <Link
            to={
              mayEdit
                ? `/admin/products/edit/${id}`
                : `/admin/products?search=${encodeURIComponent(reference ?? name)}`
            }
            className="flex min-h-12 items-center justify-between gap-3 px-4 py-1.5 text-sm hover:bg-surface"
          >
            <span className="min-w-0">
              <span className="block truncate font-medium">{name}</span>
              {reference && <span className="block truncate text-xs text-muted">{reference}</span>}
            </span>
            <Tag color={stock === 0 ? "red" : "amber"}>
              {stock === 0
                ? "Épuisé"
                : `Reste ${isSoldByUnit(soldBy) ? formatQuantity(stock, soldBy) : stock}`}
            </Tag>
          </Link>
        </li>
      ))}
    </ul>
  );
}

const actions = [
  { to: "/admin/products/new", label: "Ajouter un produit" },
  { to: "/admin/categories/new", label: "Ajouter une catégorie" },
  { to: "/admin/technicians/new", label: "Ajouter un technicien" },
];

export function QuickActions() {
  return (
    <Panel title="Actions rapides">
      <ul className="p-2">
        {actions.map(({ to, label }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex min-h-11 items-center gap-3 rounded-md px-2 text-sm font-medium hover:bg-surface md:min-h-9"
            >
              <Plus aria-hidden size={18} className="text-brand" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
