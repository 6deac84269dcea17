/** What a product page sells: the product, or the variant that is chosen. */
import type { Product } from "#app/features/catalog/product/product.queries.ts";
import type { PriceStep } from "#app/lib/models/price-steps.ts";
import type { ProductVariant } from "./variant-choice.ts";

/** The product with what the variant says instead. */
export interface SoldItem extends Product {
  /** The choices of the variant, and its text in the address; null for a product without variants. */
  variant: string | null;
  variantKey: string | null;
  /** What each costs from which quantity on; empty where all cost the same. */
  price_steps: readonly PriceStep[];
}

export function toSoldItem(
  product: Product,
  variant: ProductVariant | undefined,
  steps: Readonly<Record<string, readonly PriceStep[]>>,
): SoldItem {
  const price_steps = steps[variant?.id ?? product.id] ?? [];
  if (!variant) return { ...product, variant: null, variantKey: null, price_steps };
  const { lowest_price = null } = variant;
  const { id, key, price, old_price, stock, reference } = variant;
  const choices = variant.choices.join(" · ");
  return {
    ...product,
    ...{
      id,
      price,
      old_price,
      stock,
      reference,
      variantKey: key,
      variant: choices,
      price_steps,
      lowest_price,
    },
    name: `${product.name} – ${choices}`,
    discount: old_price && Math.round(((old_price - price) / old_price) * 100),
    image: variant.image ?? product.image,
    content_size: variant.content_size ?? product.content_size,
  };
}

/** The address of its page, which chooses the variant. */
export function getItemPath({ slug, variantKey }: Pick<SoldItem, "slug" | "variantKey">): string {
  return variantKey ? `/product/${slug}?variant=${variantKey}` : `/product/${slug}`;
}
