/** The page of a brand: its logo, what it is, and its products. It works the same without script. */
import { data } from "react-router";
import { Breadcrumbs } from "#app/components/layout/breadcrumbs.tsx";
import { getBrandBySlug, listBrandProducts } from "#app/features/catalog/brands/brand.queries.ts";
import { getListPath, parseListParams } from "#app/features/catalog/listing/catalog-filters.ts";
import { catalogJsonLd } from "#app/features/catalog/listing/catalog-json-ld.ts";
import { redirectOldSlug } from "#app/lib/pages/old-slugs.queries.ts";
import type { PageHandle } from "#app/lib/pages/page-handle.ts";
import { getSiteMeta, pageMeta } from "#app/lib/pages/page-meta.ts";
import { getCardTags, getProductListTags } from "#app/lib/pages/page-tags.ts";
import {
  getPublicPageInit,
  MISSING_PAGE_INIT,
  publicPageHeaders,
  UNAVAILABLE_PAGE_INIT,
} from "#app/lib/pages/public-page.ts";
import { redirectToShownPage } from "#app/lib/pages/shown-page.ts";
import { toResult } from "#app/lib/result.ts";
import { createAnonSupabase } from "#app/lib/supabase/supabase.server.ts";
import { ListedProducts, UnlistedPage } from "#app/routes/shared/listed-products.tsx";
import type { Route } from "./+types/brand";

export const handle: PageHandle = { searchParams: ["sort", "page", "after"] };

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const client = createAnonSupabase(context);
  const list = parseListParams(new URL(request.url).searchParams);
  const brand = await toResult("brand", getBrandBySlug(client, params.slug));
  if (!brand.ok) return data({ brand, page: null, sort: list.sort }, UNAVAILABLE_PAGE_INIT);
  if (!brand.value) {
    await redirectOldSlug(client, "brands", params.slug, request, (url, slug) => {
      url.pathname = `/brands/${slug}`;
    });
    return data({ brand, page: null, sort: list.sort }, MISSING_PAGE_INIT);
  }
  const { name_key } = brand.value;
  const page = await toResult("products of the brand", listBrandProducts(client, name_key, list));
  if (!page.ok) return data({ brand, page, sort: list.sort }, UNAVAILABLE_PAGE_INIT);
  redirectToShownPage(request, page.value.page);
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
  const brand = loaderData.brand.ok ? loaderData.brand.value : null;
  if (!brand) {
    const isMissing = loaderData.brand.ok;
    return (
      <UnlistedPage
        title={isMissing ? NOT_FOUND : UNREADABLE}
        isMissing={isMissing}
        path={`/brands/${params.slug}`}
        all={{ to: "/products", label: "Voir tous les produits" }}
      />
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
      <ListedProducts
        page={page}
        sort={sort}
        path={path}
        emptyTitle="Aucun produit de cette marque pour le moment"
        getPath={(each, number, after) => getListPath(path, each, number, after)}
      />
    </div>
  );
}
