/** The wishlist with the catalogue's product cards: for the wishlist page and the account. */
import { ProductGrid, ProductGridSkeleton } from "#app/features/catalog/product-grid.tsx";
import { ProductItem } from "#app/features/catalog/product-item.tsx";
import { useShop } from "#app/features/content/shop-settings.tsx";
import { WishlistPanel } from "#app/features/wishlist/wishlist-panel.tsx";
import { renderCardActions } from "./card-actions.tsx";

export function MyWishlist() {
  const { low_stock_threshold } = useShop();
  return (
    <WishlistPanel
      skeleton={<ProductGridSkeleton />}
      renderProducts={(products) => (
        <ProductGrid>
          {products.map((product) => (
            <ProductItem
              key={product.id}
              product={product}
              lowStockThreshold={low_stock_threshold}
              renderAction={renderCardActions}
            />
          ))}
        </ProductGrid>
      )}
    />
  );
}
