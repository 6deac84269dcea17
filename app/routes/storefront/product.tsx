/** A product: pictures, price, the ways to buy it, what it is, and what others say of it. */
import { useState } from "react";
import { data, Link } from "react-router";
import { Breadcrumbs } from "../../components/layout/breadcrumbs.tsx";
import { EmptyState } from "../../components/layout/empty-state.tsx";
import { QuantityStepper } from "../../components/ui/quantity-stepper.tsx";
import { Tabs } from "../../components/ui/tabs.tsx";
import { useFailureToast } from "../../components/ui/use-failure-toast.ts";
import { WhatsappIcon } from "../../components/ui/whatsapp-icon.tsx";
import { useCart } from "../../features/cart/cart-provider.tsx";
import { OrderNowButton } from "../../features/cart/order-now-button.tsx";
import { BuyBox } from "../../features/catalog/buy-box.tsx";
import { getProductBySlug, listSimilarProducts } from "../../features/catalog/catalog.queries.ts";
import type { Product } from "../../features/catalog/catalog.types.ts";
import { Gallery } from "../../features/catalog/gallery.tsx";
import {
  ProductDescription,
  ProductFeatures,
  ProductSpecifications,
} from "../../features/catalog/product-details.tsx";
import { productJsonLd } from "../../features/catalog/product-json-ld.ts";
import { galleryPictures } from "../../features/catalog/product-pictures.ts";
import { ProductPromises } from "../../features/catalog/product-promises.tsx";
import { RecentlySeen } from "../../features/catalog/recently-seen.tsx";
import { SimilarProducts } from "../../features/catalog/similar-products.tsx";
import { whatsappOrderLink } from "../../features/catalog/whatsapp-order.ts";
import { unknownShop, useShop } from "../../features/content/shop-settings.tsx";
import { useAuth } from "../../features/identity/auth-provider.tsx";
import { getProductReviews, type ProductReviews } from "../../features/reviews/review.queries.ts";
import { moreReviewsHref, readReviewPages } from "../../features/reviews/review-pages.ts";
import { ReviewsPanel } from "../../features/reviews/reviews-panel.tsx";
import { HeartButton } from "../../features/wishlist/heart-button.tsx";
import type { CardProduct } from "../../lib/card-product.ts";
import { type Loaded, load } from "../../lib/loaded.ts";
import { formatXof } from "../../lib/money.ts";
import { pageMeta, siteOf } from "../../lib/page-meta.ts";
import { publicPage, publicPageHeaders } from "../../lib/public-page.ts";
import { publicClient } from "../../lib/supabase.server.ts";
import { renderCardActions } from "../parts/card-actions.tsx";
import type { Route } from "./+types/product";

const TABLES = ["products", "product_images", "product_reviews"];
const NOT_KEPT = { "cache-control": "no-store" };
const NOT_FOUND = "Produit non trouvé.";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const client = publicClient(context);
  const loaded = await load("product", getProductBySlug(client, params.slug));
  if (!loaded.ok) return data({ product: loaded, page: null }, { status: 500, headers: NOT_KEPT });
  const product = loaded.value;
  if (!product) return data({ product: loaded, page: null }, { status: 404, headers: NOT_KEPT });

  const reviewPages = readReviewPages(request.url);
  const [similar, reviews] = await Promise.all([
    load("similar products", listSimilarProducts(client, product)),
    load("reviews", getProductReviews(client, product, reviewPages)),
  ]);
  const page = { product, similar, reviews, reviewPages };
  return data({ product: loaded, page }, publicPage(TABLES, [similar, reviews]));
}

export const headers = publicPageHeaders;

export function meta({ loaderData, matches, params }: Route.MetaArgs) {
  const site = siteOf(matches);
  const path = `/product/${params.slug}`;
  if (!loaderData?.page) {
    return pageMeta({ ...site, path, title: "Produit non trouvé", description: NOT_FOUND, noindex: true });
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
    trail: [...crumbsOf(product), { to: path, label: product.name }],
    jsonLd: import.meta.env.SSR && [
      productJsonLd({
        product,
        url: site.siteUrl + path,
        shopName: site.shopName,
        shippingFee: (matches[1]?.loaderData?.shop ?? unknownShop).shipping_fee,
        reviews: reviews.ok ? reviews.value.reviews : [],
      }),
    ],
  });
}

function crumbsOf({ category }: Product) {
  return [
    { to: "/", label: "Accueil" },
    category
      ? { to: `/products?category=${category.slug}`, label: category.name }
      : { to: "/products", label: "Produits" },
  ];
}

export default function ProductPage({ loaderData, matches }: Route.ComponentProps) {
  useFailureToast(loaderData.product, "Impossible de charger les détails du produit");
  if (!loaderData.page) {
    return (
      <EmptyState
        picture="empty-search"
        title={NOT_FOUND}
        hint={
          loaderData.product.ok
            ? "Le lien est peut-être ancien, ou l'article n'est plus vendu."
            : "Réessayez dans un instant, ou continuez dans le catalogue."
        }
        headingLevel="h1"
      >
        <Link to="/products" className="btn btn-primary">
          Voir tous les produits
        </Link>
      </EmptyState>
    );
  }
  // Quantity and tabs belong to one product: the next one gets new ones.
  const { siteUrl } = matches[0].loaderData;
  return <ProductView key={loaderData.page.product.id} siteUrl={siteUrl} {...loaderData.page} />;
}

interface ProductViewProps {
  product: Product;
  similar: Loaded<CardProduct[]>;
  reviews: Loaded<ProductReviews>;
  reviewPages: number;
  siteUrl: string;
}

function ProductView({ product, similar, reviews, reviewPages, siteUrl }: ProductViewProps) {
  const { low_stock_threshold } = useShop();
  const author = useAuth();
  const { features, review_count } = product;
  return (
    <div className="page pb-16 md:pb-0">
      <Breadcrumbs crumbs={crumbsOf(product)} />
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2 md:gap-8 lg:grid-cols-[6fr_5fr] lg:gap-12">
        <div className="relative min-w-0">
          <Gallery name={product.name} pictures={galleryPictures(product)} />
          <HeartButton product={product} />
        </div>
        <BuyBox product={product}>
          <ProductActions product={product} siteUrl={siteUrl} />
          <ProductPromises />
        </BuyBox>
      </div>
      <div className="mt-8">
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
            },
            {
              id: "avis",
              label: `Avis (${review_count})`,
              panel: (
                <ReviewsPanel
                  product={product}
                  loaded={reviews}
                  pages={reviewPages}
                  moreHref={moreReviewsHref(reviewPages, review_count)}
                  author={author}
                />
              ),
            },
          ]}
        />
      </div>
      {similar.ok && (
        <SimilarProducts
          products={similar.value}
          lowStockThreshold={low_stock_threshold}
          renderAction={renderCardActions}
        />
      )}
      <RecentlySeen productId={product.id} lowStockThreshold={low_stock_threshold} />
    </div>
  );
}

/** The ways to buy: beside the picture on a desktop, on a phone in a bar that stays at the thumb. */
function ProductActions({ product, siteUrl }: { product: Product; siteUrl: string }) {
  const cart = useCart();
  const { whatsapp } = useShop();

  const [quantity, setQuantity] = useState(1);
  const soldOut = product.stock <= 0;
  const chat =
    whatsapp && whatsappOrderLink(whatsapp, { ...product, url: `${siteUrl}/product/${product.slug}` });
  return (
    <div className="mt-4 grid gap-3">
      <div className="buy-bar">
        <QuantityStepper quantity={quantity} max={product.stock} onChange={setQuantity} />
        <button
          type="button"
          className="btn btn-primary grow px-2 max-md:text-sm"
          disabled={soldOut}
          onClick={() => cart.add(product, quantity)}
        >
          {soldOut ? "Rupture de stock" : "Ajouter au panier"}
        </button>
        {chat && (
          <a
            href={chat}
            target="_blank"
            rel="noopener noreferrer"
            aria-label="Demander sur WhatsApp"
            className="btn btn-leaf shrink-0 px-3 md:hidden"
          >
            <WhatsappIcon />
          </a>
        )}
      </div>
      <OrderNowButton product={product} quantity={quantity} />
      {chat && (
        <a href={chat} target="_blank" rel="noopener noreferrer" className="btn btn-leaf">
          <WhatsappIcon /> Commander via WhatsApp
        </a>
      )}
    </div>
  );
}
