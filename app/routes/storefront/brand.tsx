/** The page of a brand: its logo, what it is, and its products. It works the same without script. */
import { data, Link } from "react-router";
import { Breadcrumbs } from "#app/components/layout/breadcrumbs.tsx";
import { EmptyState } from "#app/components/layout/empty-state.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { getBrandBySlug, listBrandProducts } from "#app/features/catalog/brands/brand.queries.ts";
import { getListPath, parseListParams } from "#app/features/catalog/listing/catalog-filters.ts";
import { catalogJsonLd } from "#app/features/catalog/listing/catalog-json-ld.ts";
import { LIST_SORTS, SORT_LABELS } from "#app/features/catalog/listing/product-sort.ts";
import { SortedProducts } from "#app/features/catalog/listing/sorted-products.tsx";
import { useShop } from "#app/features/content/shop-settings.tsx";
import { PRODUCTS_LOAD_ERROR, RETRY_SOON } from "#app/lib/error-messages.ts";
import { redirectOldSlug } from "#app/lib/pages/old-slugs.queries.ts";
import type { PageHandle } from "#app/lib/pages/page-handle.ts";
import { getSiteMeta, pageMeta } from "#app/lib/pages/page-meta.ts";
import { getCardTags, getProductListTags } from "#app/lib/pages/page-tags.ts";
import { getPublicPageInit, publicPageHeaders, UNAVAILABLE_PAGE_INIT } from "#app/lib/pages/public-page.ts";
import { toResult } from "#app/lib/result.ts";
import { createAnonSupabase } from "#app/lib/supabase/supabase.server.ts";
import { renderCardActions } from "#app/routes/shared/card-actions.tsx";
import type { Route } from "./+types/brand";

export const handle: PageHandle = { searchParams: ["sort", "page", "after"] };

const NO_STORE = { "cache-control": "no-store" };

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const client = createAnonSupabase(context);
  const list = parseListParams(new URL(request.url).searchParams);
  const brand = await toResult("brand", getBrandBySlug(client, params.slug));
  if (!brand.ok) return data({ brand, page: null, sort: list.sort }, UNAVAILABLE_PAGE_INIT);
  if (!brand.value) {
    await redirectOldSlug(client, "brands", params.slug, request, (url, slug) => {
      url.pathname = `/brands/${slug}`;
    });
    return data({ brand, page: null, sort: list.sort }, { status: 404, headers: NO_STORE });
  }
  const { name_key } = brand.value;
  const page = await toResult("products of the brand", listBrandProducts(client, name_key, list));
  if (!page.ok) return data({ brand, page, sort: list.sort }, UNAVAILABLE_PAGE_INIT);
  const tags = [
    "brands",
    `brand:${name_key}`,
    ...getProductListTags(null, list.sort?.startsWith("price") ? ["price"] : []),
    ...getCardTags(page.value.products),
  ];
  return data({ brand, page, sort: list.sort }, getPublicPageInit(tags, []));
}

export const headers = publicPageHeaders;

const HOME = { to: "/", label: "Accueil" };
const NOT_FOUND = "Marque non trouvée";
const UNREADABLE = "Impossible de charger cette marque";

export function meta({ loaderData, matches, params }: Route.MetaArgs) {
  const site = getSiteMeta(matches);
  const brand = loaderData?.brand.ok ? loaderData.brand.value : null;
  if (!loaderData || !brand) {
    const title = loaderData && !loaderData.brand.ok ? UNREADABLE : NOT_FOUND;
    const path = `/brands/${params.slug}`;
    return pageMeta({ ...site, path, title, description: `${title}.`, noindex: true });
  }
  const { page, sort } = loaderData;
  const number = page?.ok ? page.value.page : 1;
  const path = getListPath(`/brands/${brand.slug}`, sort, number);
  return pageMeta({
    ...site,
    path,
    title: number > 1 ? `${brand.name}, page ${number}` : brand.name,
    description:
      brand.description ??
      `Les produits ${brand.name} : prix en XOF, stock à jour, livraison partout au Burkina Faso et paiement à la livraison.`,
    noindex: sort !== null,
    breadcrumbs: [HOME, { to: path, label: brand.name }],
    jsonLd: import.meta.env.SSR && page?.ok && [catalogJsonLd(site.siteUrl, page.value.products)],
  });
}

export default function BrandPage({ loaderData, params }: Route.ComponentProps) {
  const { low_stock_threshold } = useShop();
  const brand = loaderData.brand.ok ? loaderData.brand.value : null;
  if (!brand) {
    const isMissing = loaderData.brand.ok;
    return (
      <EmptyState
        image="empty-search"
        title={isMissing ? NOT_FOUND : UNREADABLE}
        hint={isMissing ? "Le lien est peut-être ancien." : RETRY_SOON}
        headingLevel="h1"
      >
        {!isMissing && (
          <a href={`/brands/${params.slug}`} className={buttonClass("outline")}>
            Réessayer
          </a>
        )}
        <Link to="/products" className={buttonClass("primary")}>
          Voir tous les produits
        </Link>
      </EmptyState>
    );
  }
  const { page, sort } = loaderData;
  const path = `/brands/${brand.slug}`;
  return (
    <div className="page py-2 md:py-6">
      <Breadcrumbs crumbs={[HOME]} current={brand.name} />
      <header className="mb-4 flex items-center gap-4">
        {brand.logo && (
          <img
            src={brand.logo}
            alt=""
            width={160}
            height={64}
            decoding="async"
            className="card h-16 w-28 shrink-0 object-contain p-2"
          />
        )}
        <div className="min-w-0">
          <h1 className="text-2xl break-words md:text-3xl">{brand.name}</h1>
          {brand.description && (
            <p className="mt-1 max-w-prose whitespace-pre-line text-muted">{brand.description}</p>
          )}
        </div>
      </header>
      {!page?.ok ? (
        <p role="alert" className="card p-5">
          {PRODUCTS_LOAD_ERROR}{" "}
          <a href={path} className="link">
            Réessayer
          </a>
        </p>
      ) : page.value.total === 0 ? (
        <EmptyState image="empty-search" title="Aucun produit de cette marque pour le moment">
          <Link to="/request-quote" className={buttonClass("primary")}>
            Demander une cotation
          </Link>
        </EmptyState>
      ) : (
        <SortedProducts
          page={page.value}
          sort={sort}
          defaultLabel={SORT_LABELS.newest}
          sorts={LIST_SORTS}
          getPath={(each, number, after) => getListPath(path, each, number, after)}
          lowStockThreshold={low_stock_threshold}
          renderAction={renderCardActions}
        />
      )}
    </div>
  );
}
