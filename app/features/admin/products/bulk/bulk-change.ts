/** A bulk change of products and its expected result. The database computes the same, and decides. */
import { MAX_PRICE, MAX_STOCK } from "#app/features/admin/shared/fields/product-limits.ts";

export interface BulkChange {
  /** In whole francs, or percent of the price. */
  price?: { set: number } | { percent: number } | { add: number };
  /** In pieces. */
  stock?: { set: number } | { add: number };
  is_new?: boolean;
  is_featured?: boolean;
}

interface BulkChangeable {
  name: string;
  price: number;
  old_price: number | null;
  stock: number;
  is_new: boolean;
  is_featured: boolean;
}

export interface PlannedChange<Product extends BulkChangeable> {
  product: Product;
  price: number;
  stock: number;
  /** The price reaches the old price: the offer ends. */
  endsOffer: boolean;
  isChanged: boolean;
  /** Why the database would reject the whole change, in French. */
  problem: string | null;
}

export function planBulkChange<Product extends BulkChangeable>(
  product: Product,
  change: BulkChange,
): PlannedChange<Product> {
  const price = computePrice(product.price, change.price);
  const stock = computeStock(product.stock, change.stock);
  return {
    product,
    price,
    stock,
    endsOffer: product.old_price !== null && price !== product.price && price >= product.old_price,
    isChanged:
      price !== product.price ||
      stock !== product.stock ||
      (change.is_new ?? product.is_new) !== product.is_new ||
      (change.is_featured ?? product.is_featured) !== product.is_featured,
    problem:
      price < 1 || price > MAX_PRICE
        ? `Le prix de « ${product.name} » sortirait des limites`
        : stock < 0
          ? `Le stock de « ${product.name} » deviendrait négatif`
          : stock > MAX_STOCK
            ? `Le stock de « ${product.name} » sortirait des limites`
            : null,
  };
}

function computePrice(price: number, change: BulkChange["price"]): number {
  if (!change) return price;
  if ("set" in change) return change.set;
  if ("add" in change) return price + change.add;
  return Math.round((price * (100 + change.percent)) / 100);
}

function computeStock(stock: number, change: BulkChange["stock"]): number {
  if (!change) return stock;
  return "set" in change ? change.set : stock + change.add;
}
