/** Other products of the same category, as alternatives. */
import type { ReactNode } from "react";
import { ProductCard } from "#app/features/catalog/product-card.tsx";
import type { CardProduct } from "#app/lib/models/card-product.ts";

interface SimilarProductsProps {
  products: CardProduct[];
  lowStockThreshold: number;
  renderAction: (product: CardProduct) => ReactNode;
}

export function SimilarProducts({ products, lowStockThreshold, renderAction }: SimilarProductsProps) {
  if (products.length === 0) return null;
  return (
    <section aria-labelledby="similar" className="mt-8">
      <h2 id="similar" className="text-2xl">
        Produits similaires
      </h2>
      <ul className="mt-4 grid grid-cols-1 gap-3 xs:grid-cols-2 md:grid-cols-4 lg:gap-4">
        {products.map((product) => (
          <li key={product.id}>
            <ProductCard
              product={product}
              lowStockThreshold={lowStockThreshold}
              action={renderAction(product)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
