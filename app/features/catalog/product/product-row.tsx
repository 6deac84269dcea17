/** A titled row of other products below a product: its accessories, alternatives, or what is bought with it. */
import type { ReactNode } from "react";
import { ProductItem } from "#app/features/catalog/product-item.tsx";
import type { CardProduct } from "#app/lib/models/card-product.ts";

interface ProductRowProps {
  title: string;
  id: string;
  products: CardProduct[];
  lowStockThreshold: number;
  renderAction: (product: CardProduct) => ReactNode;
}

export function ProductRow({ title, id, products, lowStockThreshold, renderAction }: ProductRowProps) {
  if (products.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-8">
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      <ul className="mt-4 grid grid-cols-1 gap-3 xs:grid-cols-2 md:grid-cols-4 lg:gap-4">
        {products.map((product) => (
          <ProductItem
            key={product.id}
            product={product}
            lowStockThreshold={lowStockThreshold}
            renderAction={renderAction}
          />
        ))}
      </ul>
    </section>
  );
}
