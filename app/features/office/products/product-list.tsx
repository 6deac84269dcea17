/** The products of one page of the list. */
import ExternalLink from "lucide-react/icons/external-link";
import { Link, useLocation } from "react-router";
import { type Choice, type Column, DataTable } from "../../../components/office/data-table.tsx";
import { Pill } from "../../../components/office/pill.tsx";
import { ROW_ACTION, RowActions } from "../../../components/office/row-actions.tsx";
import { Thumbnail } from "../../../components/office/thumbnail.tsx";
import type { ListOrder } from "../../../lib/list-address.ts";
import { formatXof } from "../../../lib/money.ts";
import { fromList } from "../way-back.tsx";
import type { ListedProduct } from "./products.queries.ts";
import { stockTone } from "./stock-state.ts";

interface ProductListProps {
  products: readonly ListedProduct[];
  order: ListOrder<string>;
  choice: Choice<ListedProduct>;
  onDelete(product: ListedProduct): void;
}

export function ProductList({ products, order, choice, onDelete }: ProductListProps) {
  const columns: Column<ListedProduct>[] = [
    ...shown,
    {
      label: "Actions",
      numeric: true,
      onCard: "whole",
      render: (product) => <Actions product={product} onDelete={onDelete} />,
    },
  ];
  return (
    <DataTable
      caption="Les produits"
      columns={columns}
      rows={products}
      keyOf={({ id }) => id}
      order={order}
      choice={choice}
    />
  );
}

const numbers = new Intl.NumberFormat("fr-FR");

const shown: Column<ListedProduct>[] = [
  { label: "Produit", sort: "name", isName: true, render: (product) => <Name product={product} /> },
  { label: "Catégorie", render: ({ category }) => category?.name ?? "–" },
  { label: "Prix", sort: "price", numeric: true, render: (product) => <Price product={product} /> },
  {
    label: "Stock",
    sort: "stock",
    numeric: true,
    render: ({ stock }) => (
      <Pill tone={stockTone(stock)}>{stock === 0 ? "Rupture" : `${numbers.format(stock)} en stock`}</Pill>
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
          state={fromList(search)}
          className="break-words hover:underline"
        >
          {name}
        </Link>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs font-normal text-ink-soft">
          {reference}
          {is_new && <Pill tone="blue">Nouveau</Pill>}
          {is_featured && <Pill tone="gray">Promotion</Pill>}
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
        <s className="text-xs text-ink-soft">
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
      edit={{ to: `/admin/products/edit/${id}`, state: fromList(search) }}
      onDelete={() => onDelete(product)}
    >
      <a
        href={`/product/${slug}`}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={`Voir ${name} dans la boutique`}
        title="Voir dans la boutique"
        className={ROW_ACTION}
      >
        <ExternalLink aria-hidden size={18} />
      </a>
    </RowActions>
  );
}
