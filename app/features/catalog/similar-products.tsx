/** Other products of the same family, for whom this one is not it. */
import type { ReactNode } from "react";
import type { CardProduct } from "../../lib/card-product.ts";
import { ProductCard } from "./product-card.tsx";

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
      <ul className="mt-4 grid grid-cols-1 gap-3 xs:grid-cols-2 md:gap-4 lg:grid-cols-4">
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
