/** The page of a product: what is read for it, and what is shown in its place when there is no such product. */

import { data, Link } from "react-router";
import { EmptyState } from "#app/components/layout/empty-state.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { useFailureToast } from "#app/components/ui/use-failure-toast.ts";
import { findBrandSlug } from "#app/features/catalog/brands/brand.queries.ts";
import { listBoughtTogether } from "#app/features/catalog/product/bought-together.queries.ts";
import { type ItemPriceSteps, listPriceSteps } from "#app/features/catalog/product/price-steps.queries.ts";
import {
  getProductBySlug,
  getProductVariants,
  listSimilarProducts,
  type Product,
} from "#app/features/catalog/product/product.queries.ts";
import { productJsonLd } from "#app/features/catalog/product/product-json-ld.ts";
import { redirectToShownVariant } from "#app/features/catalog/variants/shown-variant.ts";
import { VARIANT_PARAM } from "#app/features/catalog/variants/variant-choice.ts";
import { defaultShopSettings, getLowestFee } from "#app/features/content/shop-settings.tsx";
import { getProductReviews } from "#app/features/reviews/review.queries.ts";
import { parseReviewPages } from "#app/features/reviews/review-pages.ts";
import { appContext } from "#app/lib/app-context.ts";
import { PRODUCT_UNREADABLE } from "#app/lib/error-messages.ts";
import { formatXof } from "#app/lib/format/money.ts";
import { listAttributeKeys, listAttributes } from "#app/lib/models/attributes.queries.ts";
import type { Attribute } from "#app/lib/models/attributes.ts";
import { redirectOldSlug } from "#app/lib/pages/old-slugs.queries.ts";
import type { PageHandle } from "#app/lib/pages/page-handle.ts";
import { getSiteMeta, pageMeta } from "#app/lib/pages/page-meta.ts";
import { getCardTags, getProductTags } from "#app/lib/pages/page-tags.ts";
import {
  getPublicPageInit,
  MISSING_PAGE_INIT,
  publicPageHeaders,
  UNAVAILABLE_PAGE_INIT,
} from "#app/lib/pages/public-page.ts";
import { findRouteData, getRouteData } from "#app/lib/pages/route-match.ts";
import { SharedData } from "#app/lib/pages/shared-data.server.ts";
import { getRows, toResult } from "#app/lib/result.ts";
import { createAnonSupabase } from "#app/lib/supabase/supabase.server.ts";
import { ProductView } from "#app/routes/shared/product-view.tsx";
import type { Route } from "./+types/product";

/** Most products cost the same in every quantity, and are not asked about. */
const NO_STEPS: Promise<ItemPriceSteps> = Promise.resolve({});
const NOT_FOUND = "Produit non trouvé.";

export const handle: PageHandle = { searchParams: ["reviews", VARIANT_PARAM] };

/** By the key of the brand, and by the keys of the attributes, which products of a category have in common. */
const sharedBrandSlugs = new SharedData<string | null>();
const sharedAttributes = new SharedData<Attribute[]>();

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const client = createAnonSupabase(context);
  const { sharedForMs } = context.get(appContext);
  const result = await toResult("product", getProductBySlug(client, params.slug));
  if (!result.ok) return data({ product: result, page: null }, UNAVAILABLE_PAGE_INIT);
  const product = result.value;
  if (!product) {
    await redirectOldSlug(client, "products", params.slug, request, (url, slug) => {
      url.pathname = `/product/${slug}`;
    });
    return data({ product: result, page: null }, MISSING_PAGE_INIT);
  }

  const attributeKeys = listAttributeKeys([product]);
  const reviewPages = parseReviewPages(request.url);
  const choice = new URL(request.url).searchParams.get(VARIANT_PARAM);
  const [variants, steps, similar, together, reviews, brandSlug, attributes] = await Promise.all([
    toResult("variants", getProductVariants(client, product, choice)),
    toResult("price steps", product.has_price_rules ? listPriceSteps(client, product.id) : NO_STEPS),
    toResult("similar products", listSimilarProducts(client, product)),
    toResult("products that are bought together", listBoughtTogether(client, product.id)),
    toResult("reviews", getProductReviews(client, product, reviewPages)),
    toResult(
      "brand",
      sharedBrandSlugs.get(sharedForMs, { tags: ["brands"], key: product.brand_key ?? "" }, () =>
        findBrandSlug(client, product.brand_key),
      ),
    ),
    toResult(
      "attributes",
      sharedAttributes.get(sharedForMs, { tags: ["attributes"], key: attributeKeys.toSorted().join() }, () =>
        listAttributes(client, attributeKeys),
      ),
    ),
  ]);
  // Without its variants nothing of the product can be bought.
  if (!variants.ok) return data({ product: variants, page: null }, UNAVAILABLE_PAGE_INIT);
  redirectToShownVariant(request, variants.value);
  const page = {
    product,
    variants: variants.value,
    priceSteps: steps.ok ? steps.value : {},
    // Accessories are often of the same category: one row shows them.
    similar: similar.ok
      ? {
          ...similar,
          value: similar.value.filter(({ id }) => !product.accessories.some((other) => other.id === id)),
        }
      : similar,
    together,
    reviews,
    reviewPages,
    brandSlug: brandSlug.ok ? brandSlug.value : null,
    attributes: getRows(attributes),
  };
  const tags = [
    ...getProductTags(product),
    ...getCardTags(product.accessories),
    ...getCardTags(getRows(similar)),
    ...getCardTags(getRows(together)),
    "brands",
    "attributes",
  ];
  const results = [steps, similar, together, reviews, brandSlug, attributes];
  return data({ product: result, page }, getPublicPageInit(tags, results));
}

export const headers = publicPageHeaders;

export function meta({ loaderData, matches, params }: Route.MetaArgs) {
  const site = getSiteMeta(matches);
  const path = `/product/${params.slug}`;
  if (!loaderData?.page) {
    const title = loaderData && !loaderData.product.ok ? PRODUCT_UNREADABLE : "Produit non trouvé";
    return pageMeta({ ...site, path, title, description: `${title}.`, noindex: true });
  }
  const { product, variants, reviews } = loaderData.page;
  const price = `${variants ? "dès " : ""}${formatXof(product.price)}`;
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
        variants,
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
  const { page } = loaderData;
  return (
    <ProductView key={page.product.id} crumbs={toBreadcrumbs(page.product)} siteUrl={siteUrl} {...page} />
  );
}
