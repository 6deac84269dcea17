/** The product page: images, price, purchase actions, details and reviews. */

import { data, Link } from "react-router";
import { Breadcrumbs } from "#app/components/layout/breadcrumbs.tsx";
import { EmptyState } from "#app/components/layout/empty-state.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { Tabs } from "#app/components/ui/tabs.tsx";
import { useFailureToast } from "#app/components/ui/use-failure-toast.ts";
import {
  getProductBySlug,
  listSimilarProducts,
  type Product,
} from "#app/features/catalog/catalog.queries.ts";
import { BuyBox } from "#app/features/catalog/product/buy-box.tsx";
import { Gallery } from "#app/features/catalog/product/gallery.tsx";
import { ProductBenefits } from "#app/features/catalog/product/product-benefits.tsx";
import {
  ProductDescription,
  ProductFeatures,
  ProductSpecifications,
} from "#app/features/catalog/product/product-details.tsx";
import { listGalleryImages } from "#app/features/catalog/product/product-images.ts";
import { productJsonLd } from "#app/features/catalog/product/product-json-ld.ts";
import { SimilarProducts } from "#app/features/catalog/product/similar-products.tsx";
import { RecentlyViewed } from "#app/features/catalog/recently-viewed/recently-viewed.tsx";
import { defaultShopSettings, getLowestFee, useShop } from "#app/features/content/shop-settings.tsx";
import { useAuth } from "#app/features/identity/session/auth-provider.tsx";
import { getProductReviews, type ProductReviews } from "#app/features/reviews/review.queries.ts";
import { getMoreReviewsHref, parseReviewPages } from "#app/features/reviews/review-pages.ts";
import { ReviewsPanel } from "#app/features/reviews/reviews-panel.tsx";
import { WishlistButton } from "#app/features/wishlist/wishlist-button.tsx";
import { PRODUCT_UNREADABLE } from "#app/lib/error-messages.ts";
import { formatXof } from "#app/lib/format/money.ts";
import type { CardProduct } from "#app/lib/models/card-product.ts";
import { redirectOldSlug } from "#app/lib/pages/old-slugs.queries.ts";
import type { PageHandle } from "#app/lib/pages/page-handle.ts";
import { getSiteMeta, pageMeta } from "#app/lib/pages/page-meta.ts";
import { getCardTags, getProductTags } from "#app/lib/pages/page-tags.ts";
import { getPublicPageInit, publicPageHeaders, UNAVAILABLE_PAGE_INIT } from "#app/lib/pages/public-page.ts";
import { findRouteData, getRouteData } from "#app/lib/pages/route-match.ts";
import { getRows, type Result, toResult } from "#app/lib/result.ts";
import { createAnonSupabase } from "#app/lib/supabase/supabase.server.ts";
import { renderCardActions } from "#app/routes/shared/card-actions.tsx";
import { ProductActions } from "#app/routes/shared/product-actions.tsx";
import type { Route } from "./+types/product";

const NO_STORE = { "cache-control": "no-store" };
const NOT_FOUND = "Produit non trouvé.";

export const handle: PageHandle = { searchParams: ["reviews"] };

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const client = createAnonSupabase(context);
  const result = await toResult("product", getProductBySlug(client, params.slug));
  if (!result.ok) return data({ product: result, page: null }, UNAVAILABLE_PAGE_INIT);
  const product = result.value;
  if (!product) {
    await redirectOldSlug(client, "products", params.slug, request, (url, slug) => {
      url.pathname = `/product/${slug}`;
    });
    return data({ product: result, page: null }, { status: 404, headers: NO_STORE });
  }

  const reviewPages = parseReviewPages(request.url);
  const [similar, reviews] = await Promise.all([
    toResult("similar products", listSimilarProducts(client, product)),
    toResult("reviews", getProductReviews(client, product, reviewPages)),
  ]);
  const page = { product, similar, reviews, reviewPages };
  const tags = [...getProductTags(product), ...getCardTags(getRows(similar))];
  return data({ product: result, page }, getPublicPageInit(tags, [similar, reviews]));
}

export const headers = publicPageHeaders;

export function meta({ loaderData, matches, params }: Route.MetaArgs) {
  const site = getSiteMeta(matches);
  const path = `/product/${params.slug}`;
  if (!loaderData?.page) {
    const title = loaderData && !loaderData.product.ok ? PRODUCT_UNREADABLE : "Produit non trouvé";
    return pageMeta({ ...site, path, title, description: `${title}.`, noindex: true });
  }
  const { product, reviews } = loaderData.page;
  const price = formatXof(product.price);
  return pageMeta({
    ...site,
    path,
    title: `${product.name}, ${price}`,
    description: `${price}, payable à la livraison. ${product.description ?? ""}`.trim(),
    image: product.image ?? undefined,
    price: product.price,
    breadcrumbs: [...toBreadcrumbs(product), { to: path, label: product.name }],
    jsonLd: import.meta.env.SSR && [
      productJsonLd({
        product,
        url: site.siteUrl + path,
        shopName: site.shopName,
        shippingFee: getLowestFee(
          findRouteData(matches, "routes/storefront/layout")?.shop ?? defaultShopSettings,
        ).fee,
        reviews: reviews.ok ? reviews.value.reviews : [],
      }),
    ],
  });
}

function toBreadcrumbs({ category }: Product) {
  return [
    { to: "/", label: "Accueil" },
    category
      ? { to: `/products?category=${category.slug}`, label: category.name }
      : { to: "/products", label: "Produits" },
  ];
}

export default function ProductPage({ loaderData, matches, params }: Route.ComponentProps) {
  useFailureToast(loaderData.product, "Impossible de charger les détails du produit");
  if (!loaderData.page) {
    const isMissing = loaderData.product.ok;
    return (
      <EmptyState
        image="empty-search"
        title={isMissing ? NOT_FOUND : PRODUCT_UNREADABLE}
        hint={
          isMissing
            ? "Le lien est peut-être ancien, ou l'article n'est plus vendu."
            : "Réessayez dans un instant, ou continuez dans le catalogue."
        }
        headingLevel="h1"
      >
        {!isMissing && (
          <a href={`/product/${params.slug}`} className={buttonClass("primary")}>
            Réessayer
          </a>
        )}
        <Link to="/products" className={buttonClass(isMissing ? "primary" : "outline")}>
          Voir tous les produits
        </Link>
      </EmptyState>
    );
  }
  // The key resets the state (quantity, tabs) when the product changes.
  const { siteUrl } = getRouteData(matches, "root");
  return <ProductView key={loaderData.page.product.id} siteUrl={siteUrl} {...loaderData.page} />;
}

interface ProductViewProps {
  product: Product;
  similar: Result<CardProduct[]>;
  reviews: Result<ProductReviews>;
  reviewPages: number;
  siteUrl: string;
}

function ProductView({ product, similar, reviews, reviewPages, siteUrl }: ProductViewProps) {
  const shop = useShop();
  const { low_stock_threshold, free_delivery_from } = shop;
  const { fee, isFlat } = getLowestFee(shop);
  const author = useAuth();
  const { features, review_count } = product;
  return (
    <div className="page pb-16 md:pb-0">
      <Breadcrumbs crumbs={toBreadcrumbs(product)} />
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2 md:gap-8 lg:grid-cols-[minmax(0,1fr)_27rem] lg:gap-x-12">
        <div className="relative min-w-0">
          <Gallery name={product.name} images={listGalleryImages(product)} />
          <WishlistButton product={product} />
        </div>
        <div className="lg:row-span-2">
          <BuyBox product={product}>
            <ProductActions product={product} siteUrl={siteUrl} />
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
                panel: <ProductSpecifications product={product} />,
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
      {similar.ok && (
        <SimilarProducts
          products={similar.value}
          lowStockThreshold={low_stock_threshold}
          renderAction={renderCardActions}
        />
      )}
      <RecentlyViewed productId={product.id} lowStockThreshold={low_stock_threshold} />
    </div>
  );
}
