/** What the product page shows of a product that exists: images, price, purchase actions, details, reviews, other products. */
import { useSearchParams } from "react-router";
import { Breadcrumbs } from "#app/components/layout/breadcrumbs.tsx";
import { Tabs } from "#app/components/ui/tabs.tsx";
import { BuyBox } from "#app/features/catalog/product/buy-box.tsx";
import { Gallery } from "#app/features/catalog/product/gallery.tsx";
import type { ItemPriceSteps } from "#app/features/catalog/product/price-steps.queries.ts";
import type { Product } from "#app/features/catalog/product/product.queries.ts";
import { ProductBenefits } from "#app/features/catalog/product/product-benefits.tsx";
import {
  ProductDescription,
  ProductFeatures,
  ProductSpecifications,
} from "#app/features/catalog/product/product-details.tsx";
import { listGalleryImages } from "#app/features/catalog/product/product-images.ts";
import { ProductRow } from "#app/features/catalog/product/product-row.tsx";
import { useOwnPriceSteps } from "#app/features/catalog/product/use-own-price-steps.ts";
import { RecentlyViewed } from "#app/features/catalog/recently-viewed/recently-viewed.tsx";
import { toSoldItem } from "#app/features/catalog/variants/sold-item.ts";
import {
  findVariant,
  type ProductVariants,
  UNKNOWN_VARIANT,
  VARIANT_PARAM,
} from "#app/features/catalog/variants/variant-choice.ts";
import { VariantChooser } from "#app/features/catalog/variants/variant-chooser.tsx";
import { getLowestFee, useShop } from "#app/features/content/shop-settings.tsx";
import { useAuth } from "#app/features/identity/session/auth-provider.tsx";
import type { ProductReviews } from "#app/features/reviews/review.queries.ts";
import { getMoreReviewsHref } from "#app/features/reviews/review-pages.ts";
import { ReviewsPanel } from "#app/features/reviews/reviews-panel.tsx";
import { WishlistButton } from "#app/features/wishlist/wishlist-button.tsx";
import type { Attribute } from "#app/lib/models/attributes.ts";
import type { CardProduct } from "#app/lib/models/card-product.ts";
import type { BreadcrumbPage } from "#app/lib/pages/json-ld.ts";
import { getRows, type Result } from "#app/lib/result.ts";
import { renderCardActions } from "./card-actions.tsx";
import { ProductActions } from "./product-actions.tsx";

interface ProductViewProps {
  product: Product;
  variants: ProductVariants | null;
  priceSteps: ItemPriceSteps;
  similar: Result<CardProduct[]>;
  together: Result<CardProduct[]>;
  reviews: Result<ProductReviews>;
  reviewPages: number;
  brandSlug: string | null;
  attributes: Attribute[];
  /** The parent pages. */
  crumbs: BreadcrumbPage[];
  siteUrl: string;
}

export function ProductView(props: ProductViewProps) {
  const { product, variants, similar, together, reviews, reviewPages } = props;
  const shop = useShop();
  const { low_stock_threshold, free_delivery_from } = shop;
  const { fee, isFlat } = getLowestFee(shop);
  const author = useAuth();
  const { features, review_count } = product;
  const [searchParams] = useSearchParams();
  const choice = searchParams.get(VARIANT_PARAM);
  const chosen = variants ? findVariant(variants.variants, choice) : undefined;
  const item = toSoldItem(product, chosen, useOwnPriceSteps(product.id, props.priceSteps));
  const rows = [
    { title: "Accessoires", id: "accessories", products: product.accessories },
    { title: "Produits similaires", id: "similar", products: getRows(similar) },
    { title: "Souvent achetés ensemble", id: "together", products: getRows(together) },
  ];
  return (
    <div className="page pb-16 md:pb-0">
      <Breadcrumbs crumbs={props.crumbs} />
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2 md:gap-8 lg:grid-cols-[minmax(0,1fr)_27rem] lg:gap-x-12">
        <div className="relative min-w-0">
          <Gallery
            // The image of another variant is shown from its beginning.
            key={item.image}
            name={item.name}
            images={listGalleryImages(product, chosen?.image)}
          />
          <WishlistButton product={product} />
        </div>
        <div className="lg:row-span-2">
          <BuyBox
            name={product.name}
            item={item}
            options={
              variants &&
              chosen && (
                <VariantChooser
                  variants={variants}
                  chosen={chosen}
                  isUnknown={choice === UNKNOWN_VARIANT && chosen.key !== choice}
                />
              )
            }
          >
            <ProductActions key={product.id} item={item} product={product} siteUrl={props.siteUrl} />
            <ProductBenefits shippingFee={fee} isFlat={isFlat} freeFrom={free_delivery_from} />
          </BuyBox>
        </div>
        <div className="mt-4 md:col-span-2 lg:col-span-1">
          <Tabs
            label="À propos du produit"
            tabs={[
              { id: "description", label: "Description", panel: <ProductDescription product={product} /> },
              {
                id: "caracteristiques",
                label: "Caractéristiques",
                panel: <ProductFeatures features={features} />,
              },
              {
                id: "specifications",
                label: "Spécifications",
                panel: (
                  <ProductSpecifications
                    product={product}
                    attributes={props.attributes}
                    reference={item.reference}
                    brandSlug={props.brandSlug}
                  />
                ),
                besideFirst: true,
              },
              {
                id: "avis",
                label: `Avis (${review_count})`,
                panel: (
                  <ReviewsPanel
                    product={product}
                    result={reviews}
                    pages={reviewPages}
                    moreHref={getMoreReviewsHref(reviewPages, review_count)}
                    author={author}
                  />
                ),
              },
            ]}
          />
        </div>
      </div>
      {rows.map((row) => (
        <ProductRow
          key={row.id}
          {...row}
          lowStockThreshold={low_stock_threshold}
          renderAction={renderCardActions}
        />
      ))}
      <RecentlyViewed productId={product.id} lowStockThreshold={low_stock_threshold} />
    </div>
  );
}
