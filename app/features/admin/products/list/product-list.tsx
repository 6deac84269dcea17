/** The products of one page of the list. */
import ExternalLink from "lucide-react/icons/external-link";
import History from "lucide-react/icons/history";
import { Link, useLocation } from "react-router";
import { type Column, DataTable, type RowSelection } from "#app/components/admin/data-table.tsx";
import { ROW_ACTION_CLASS, RowActions } from "#app/components/admin/row-actions.tsx";
import { Tag } from "#app/components/admin/tag.tsx";
import { Thumbnail } from "#app/components/admin/thumbnail.tsx";
import { toListState } from "#app/features/admin/shared/back-link.tsx";
import { useRight } from "#app/features/admin/shared/use-rights.ts";
import { formatXof } from "#app/lib/format/money.ts";
import { formatCount } from "#app/lib/format/numbers.ts";
import { formatSoldBy } from "#app/lib/format/units.ts";
import type { SortOrder } from "#app/lib/lists/list-search-params.ts";
import type { ListedProduct } from "./products.queries.ts";
import { StockCell, VariantStock } from "./stock-cell.tsx";

interface ProductListProps {
  products: readonly ListedProduct[];
  order: SortOrder<string> | null;
  /** Left out for whoever counts the stock only. */
  editing?: {
    selection: RowSelection<ListedProduct>;
    onDelete(product: ListedProduct): void;
  };
}

export function ProductList({ products, order, editing }: ProductListProps) {
  const columns: Column<ListedProduct>[] = editing
    ? [
        ...dataColumns,
        {
          label: "Actions",
          numeric: true,
          cardPosition: "second-end",
          render: (product) => <Actions product={product} onDelete={editing.onDelete} />,
        },
      ]
    : dataColumns;
  return (
    <DataTable
      caption="Les produits"
      columns={columns}
      rows={products}
      getRowKey={({ id }) => id}
      order={order}
      {...(editing && { selection: editing.selection })}
    />
  );
}

const dataColumns: Column<ListedProduct>[] = [
  { label: "Produit", sortKey: "name", isRowHeader: true, render: (product) => <Name product={product} /> },
  { label: "Catégorie", cardPosition: "hidden", render: ({ category }) => category?.name ?? "–" },
  {
    label: "Prix",
    sortKey: "price",
    numeric: true,
    cardPosition: "second",
    render: (product) => <Price product={product} />,
  },
  {
    label: "Stock",
    sortKey: "stock",
    numeric: true,
    cardPosition: "second-end",
    render: (product) =>
      product.has_variants ? <VariantStock product={product} /> : <StockCell product={product} />,
  },
];

function Name({ product }: { product: ListedProduct }) {
  const { id, name, reference, image, is_new, is_featured } = product;
  const details = [reference, formatVariantCount(product), formatSoldBy(product)].filter(Boolean).join(" · ");
  const { search } = useLocation();
  const mayEdit = useRight("catalog.write");
  const label = <span className="line-clamp-2">{name}</span>;
  return (
    <span className="flex items-center gap-3">
      <Thumbnail url={image} className="size-10 rounded-md" />
      <span className="grid min-w-0 gap-0.5">
        {mayEdit ? (
          <Link
            to={`/admin/products/edit/${id}`}
            state={toListState(search)}
            className="break-words hover:underline max-md:flex max-md:min-h-11 max-md:items-center max-md:leading-tight"
          >
            {label}
          </Link>
        ) : (
          <Link
            to={`/admin/products/${id}/stock`}
            state={toListState(search)}
            className="break-words hover:underline max-md:flex max-md:min-h-11 max-md:items-center max-md:leading-tight"
          >
            {label}
          </Link>
        )}
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs font-normal text-muted max-md:hidden">
          {details}
          {is_new && <Tag color="blue">Nouveau</Tag>}
          {is_featured && <Tag color="gray">Promotion</Tag>}
        </span>
      </span>
    </span>
  );
}

function formatVariantCount({ has_variants, variants: [counted] }: ListedProduct): string {
  return has_variants ? formatCount(counted?.count ?? 0, "variante", "variantes") : "";
}

/** On a phone also the reference, which would make the row of the name a third line. */
function Price({ product }: { product: ListedProduct }) {
  const { price, old_price, reference } = product;
  return (
    <span className="inline-grid whitespace-nowrap">
      {product.has_variants ? `dès ${formatXof(price)}` : formatXof(price)}
      {old_price !== null && (
        <s className="text-xs text-muted">
          <span className="sr-only">Ancien prix : </span>
          {formatXof(old_price)}
        </s>
      )}
      <span className="text-xs wrap-anywhere whitespace-normal text-muted md:hidden">
        {reference ?? formatVariantCount(product)}
      </span>
    </span>
  );
}

function Actions(props: { product: ListedProduct; onDelete(product: ListedProduct): void }) {
  const { product, onDelete } = props;
  const { search } = useLocation();
  const { id, name, slug } = product;
  return (
    <RowActions
      name={name}
      edit={{ to: `/admin/products/edit/${id}`, state: toListState(search) }}
      isNameLink
      onDelete={() => onDelete(product)}
    >
      <Link
        to={`/admin/products/${id}/stock`}
        state={toListState(search)}
        aria-label={`Historique du stock de ${name}`}
        title="Historique du stock"
        className={`${ROW_ACTION_CLASS} max-md:hidden`}
      >
        <History aria-hidden size={18} />
      </Link>
      <a
        href={`/product/${slug}`}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={`Voir ${name} dans la boutique`}
        title="Voir dans la boutique"
        className={`${ROW_ACTION_CLASS} max-md:hidden`}
      >
        <ExternalLink aria-hidden size={18} />
      </a>
    </RowActions>
  );
}
