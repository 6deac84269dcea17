/** The catalogue. Everything the visitor chose stands in the address; without script it works the same. */
import { data } from "react-router";
import { Breadcrumbs } from "../../components/layout/breadcrumbs.tsx";
import { useFailureToast } from "../../components/ui/use-failure-toast.ts";
import { ActiveFilters } from "../../features/catalog/active-filters.tsx";
import { getCategoryBySlug, listProducts } from "../../features/catalog/catalog.queries.ts";
import { catalogPath, catalogTitle, isListed, readFilters } from "../../features/catalog/catalog-filters.ts";
import { catalogJsonLd } from "../../features/catalog/catalog-json-ld.ts";
import { CatalogResults } from "../../features/catalog/catalog-results.tsx";
import { FilterSidebar } from "../../features/catalog/filter-sidebar.tsx";
import { listLikeProducts } from "../../features/catalog/search.queries.ts";
import { useShop } from "../../features/content/shop-settings.tsx";
import { load } from "../../lib/loaded.ts";
import { pageMeta, siteOf } from "../../lib/page-meta.ts";
import { publicPage, publicPageHeaders } from "../../lib/public-page.ts";
import { readableSlug } from "../../lib/slugs.ts";
import { publicClient } from "../../lib/supabase.server.ts";
import { renderCardActions } from "../parts/card-actions.tsx";
import type { Route } from "./+types/products";

const ABOVE_CATEGORIES = [
  { to: "/", label: "Accueil" },
  { to: "/products", label: "Produits" },
];

/** How many products are proposed when a search found none. */
const LIKE_PRODUCTS = 8;

export async function loader({ request, context }: Route.LoaderArgs) {
  const client = publicClient(context);
  const filters = readFilters(new URL(request.url).searchParams);
  const category = filters.category
    ? await load("category look-up", getCategoryBySlug(client, filters.category))
    : null;
  const found = category?.ok ? category.value : null;
  const page = await load("products", listProducts(client, filters, found?.id ?? null));
  const isVain = filters.search !== "" && page.ok && page.value.total === 0;
  const like = isVain
    ? await load("products like the search", listLikeProducts(client, filters.search, LIKE_PRODUCTS))
    : null;
  const shown = page.ok ? { ...filters, page: page.value.page } : filters;
  return data(
    {
      filters: shown,
      categoryName: found?.name ?? readableSlug(filters.category),
      page,
      like,
      isListed: isListed(filters) && (found !== null || filters.category === ""),
    },
    publicPage(["products"], like ? [page, like] : [page]),
  );
}

export const headers = publicPageHeaders;

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { filters, categoryName, isListed, page } = loaderData;
  const title = catalogTitle(filters, categoryName);
  const site = siteOf(matches);
  const path = catalogPath({ ...filters, priceApplied: filters.minPrice > 0 || filters.maxPrice !== null });
  return pageMeta({
    ...site,
    path,
    title: filters.page > 1 ? `${title}, page ${filters.page}` : title,
    description: `${title.replace("Catégorie: ", "")} : prix en XOF, stock à jour, livraison partout au Burkina Faso et paiement à la livraison.`,
    noindex: !isListed,
    trail:
      filters.category && isListed ? [...ABOVE_CATEGORIES, { to: path, label: categoryName }] : undefined,
    jsonLd: import.meta.env.SSR && isListed && page.ok && [catalogJsonLd(site.siteUrl, page.value.products)],
  });
}

export default function ProductsPage({ loaderData, matches }: Route.ComponentProps) {
  const { filters, categoryName, page, like } = loaderData;
  const { categories } = matches[1].loaderData;
  useFailureToast(categories, "Impossible de charger les catégories");
  const { low_stock_threshold } = useShop();
  return (
    <div className="page grid grid-cols-1 gap-x-8 py-4 md:grid-cols-[264px_1fr] md:py-8">
      <div className="md:col-start-2">
        {filters.category && <Breadcrumbs crumbs={ABOVE_CATEGORIES} current={categoryName} />}
        <h1 className="text-2xl md:text-3xl">{catalogTitle(filters, categoryName)}</h1>
      </div>
      <FilterSidebar filters={filters} categories={categories.ok ? categories.value : []} />
      <div className="min-w-0 md:col-start-2">
        <ActiveFilters filters={filters} categoryName={categoryName} />
        <CatalogResults
          filters={filters}
          page={page}
          like={like?.ok ? like.value : []}
          lowStockThreshold={low_stock_threshold}
          renderAction={renderCardActions}
        />
      </div>
    </div>
  );
}
