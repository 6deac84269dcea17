/** A sale in words and as input. */
import { formatCount } from "#app/lib/format/numbers.ts";
import { toTypedMoment } from "./price-periods.ts";
import type { SaleInput } from "./sale.schema.ts";
import type { Sale, SaleItem } from "./sales.queries.ts";

function getItemName({ categories, products, product_variants }: SaleItem): string {
  const product = products?.name ?? categories?.name ?? "";
  return product_variants ? `${product} – ${product_variants.choices.join(" · ")}` : product;
}

/** «Peinture, Rouleau 180 mm et 3 autres». */
export function formatSaleItems({ sale_items: items }: Pick<Sale, "sale_items">): string {
  const names = items.map(getItemName).toSorted((one, other) => one.localeCompare(other, "fr"));
  if (names.length <= 3) return names.join(", ");
  return `${names.slice(0, 2).join(", ")} et ${formatCount(names.length - 2, "autre", "autres")}`;
}

export function toSaleInput(sale: Sale): SaleInput {
  return {
    name: sale.name,
    percent: sale.percent === null ? "" : String(sale.percent),
    starts_at: toTypedMoment(sale.starts_at),
    ends_at: toTypedMoment(sale.ends_at),
    category_ids: sale.sale_items.flatMap(({ category_id }) => category_id ?? []),
    products: sale.sale_items.flatMap((item) => {
      const id = item.variant_id ?? item.product_id;
      return id === null
        ? []
        : [{ id, name: getItemName(item), price: item.price === null ? "" : String(item.price) }];
    }),
  };
}
