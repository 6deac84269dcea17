/** The products of one page of the list. */
import ExternalLink from "lucide-react/icons/external-link";
import { Link, useLocation } from "react-router";
import { type Column, DataTable, type RowSelection } from "#app/components/admin/data-table.tsx";
import { ROW_ACTION_CLASS, RowActions } from "#app/components/admin/row-actions.tsx";
import { Tag } from "#app/components/admin/tag.tsx";
import { Thumbnail } from "#app/components/admin/thumbnail.tsx";
import { toListState } from "#app/features/admin/shared/back-link.tsx";
import { formatXof } from "#app/lib/format/money.ts";
import { formatNumber } from "#app/lib/format/numbers.ts";
import type { SortOrder } from "#app/lib/lists/list-search-params.ts";
import type { ListedProduct } from "./products.queries.ts";
import { getStockColor } from "./stock-level.ts";

interface ProductListProps {
  products: readonly ListedProduct[];
  order: SortOrder<string>;
  selection: RowSelection<ListedProduct>;
  onDelete(product: ListedProduct): void;
}

export function ProductList({ products, order, selection, onDelete }: ProductListProps) {
  const columns: Column<ListedProduct>[] = [
    ...dataColumns,
    {
      label: "Actions",
      numeric: true,
      cardPosition: "full",
      render: (product) => <Actions product={product} onDelete={onDelete} />,
    },
  ];
  return (
    <DataTable
      caption="Les produits"
      columns={columns}
      rows={products}
      getRowKey={({ id }) => id}
      order={order}
      selection={selection}
    />
  );
}

const dataColumns: Column<ListedProduct>[] = [
  { label: "Produit", sortKey: "name", isRowHeader: true, render: (product) => <Name product={product} /> },
  { label: "Catégorie", render: ({ category }) => category?.name ?? "–" },
  { label: "Prix", sortKey: "price", numeric: true, render: (product) => <Price product={product} /> },
  {
    label: "Stock",
    sortKey: "stock",
    numeric: true,
    render: ({ stock }) => (
      <Tag color={getStockColor(stock)}>{stock === 0 ? "Rupture" : `${formatNumber(stock)} en stock`}</Tag>
    ),
  },
];

function Name({ product: { id, name, reference, image, is_new, is_featured } }: { product: ListedProduct }) {
  const { search } = useLocation();
  return (
    <span className="flex items-center gap-3">
      <Thumbnail url={image} className="size-10 rounded-md" />
      <span className="grid min-w-0 gap-0.5">
        <Link
          to={`/admin/products/edit/${id}`}
          state={toListState(search)}
          className="break-words hover:underline"
        >
          {name}
        </Link>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs font-normal text-muted">
          {reference}
          {is_new && <Tag color="blue">Nouveau</Tag>}
          {is_featured && <Tag color="gray">Promotion</Tag>}
        </span>
      </span>
    </span>
  );
}

function Price({ product: { price, old_price } }: { product: ListedProduct }) {
  return (
    <span className="inline-grid whitespace-nowrap">
      {formatXof(price)}
      {old_price !== null && (
        <s className="text-xs text-muted">
          <span className="sr-only">Ancien prix : </span>
          {formatXof(old_price)}
        </s>
      )}
    </span>
  );
}

function Actions({ product, onDelete }: { product: ListedProduct } & Pick<ProductListProps, "onDelete">) {
  const { search } = useLocation();
  const { id, name, slug } = product;
  return (
    <RowActions
      name={name}
      edit={{ to: `/admin/products/edit/${id}`, state: toListState(search) }}
      onDelete={() => onDelete(product)}
    >
      <a
        href={`/product/${slug}`}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={`Voir ${name} dans la boutique`}
        title="Voir dans la boutique"
        className={ROW_ACTION_CLASS}
      >
        <ExternalLink aria-hidden size={18} />
      </a>
    </RowActions>
  );
}
