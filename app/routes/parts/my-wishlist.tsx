/** The wishlist with the catalogue's own cards: for its page and for the account. */
import { ProductCard } from "../../features/catalog/product-card.tsx";
import { ProductGrid, ProductGridSkeleton } from "../../features/catalog/product-grid.tsx";
import { useShop } from "../../features/content/shop-settings.tsx";
import { WishlistPanel } from "../../features/wishlist/wishlist-panel.tsx";
import { renderCardActions } from "./card-actions.tsx";

export function MyWishlist() {
  const { low_stock_threshold } = useShop();
  return (
    <WishlistPanel
      skeleton={<ProductGridSkeleton />}
      renderProducts={(products) => (
        <ProductGrid>
          {products.map((product) => (
            <li key={product.id}>
              <ProductCard
                product={product}
                lowStockThreshold={low_stock_threshold}
                action={renderCardActions(product)}
              />
            </li>
          ))}
        </ProductGrid>
      )}
    />
  );
}
