/**
 * The page of a category: what it is, the categories below it, and its products with theirs. It works the same
 * without script.
 */
import { data, Link } from "react-router";
import { Breadcrumbs } from "#app/components/layout/breadcrumbs.tsx";
import { Image } from "#app/components/ui/image.tsx";
import { listProducts } from "#app/features/catalog/catalog.queries.ts";
import { getCategoryBranch } from "#app/features/catalog/categories/category-branch.queries.ts";
import { getCategoryPath, listCategoryCrumbs } from "#app/features/catalog/categories/category-branch.ts";
import { Subcategories } from "#app/features/catalog/categories/subcategories.tsx";
import { getCatalogPath, parseListParams } from "#app/features/catalog/listing/catalog-filters.ts";
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
import type { Route } from "./+types/category";

export const handle: PageHandle = { searchParams: ["sort", "page", "after"] };

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const client = createAnonSupabase(context);
  const branch = await toResult("category", getCategoryBranch(client, params.slug));
  const list = parseListParams(new URL(request.url).searchParams);
  if (!branch.ok) return data({ branch, page: null, sort: list.sort }, UNAVAILABLE_PAGE_INIT);
  if (!branch.value) {
    await redirectOldSlug(client, "categories", params.slug, request, (url, slug) => {
      url.pathname = `/category/${slug}`;
    });
    return data({ branch, page: null, sort: list.sort }, MISSING_PAGE_INIT);
  }
  const { category } = branch.value;
  const page = await toResult("products of the category", listProducts(client, list, category.id));
  if (!page.ok) return data({ branch, page, sort: list.sort }, UNAVAILABLE_PAGE_INIT);
  redirectToShownPage(request, page.value.page);
  const tags = [
    // The numbers of products of the categories below follow from their lists.
    ...getProductListTags(category.id, list.sort?.startsWith("price") ? ["price"] : []),
    ...getCardTags(page.value.products),
  ];
  return data({ branch, page, sort: list.sort }, getPublicPageInit(tags, []));
}

export const headers = publicPageHeaders;

const NOT_FOUND = "Rayon non trouvé";
const UNREADABLE = "Impossible de charger ce rayon";

export function meta({ loaderData, matches, params }: Route.MetaArgs) {
  const site = getSiteMeta(matches);
  const branch = loaderData?.branch.ok ? loaderData.branch.value : null;
  if (!loaderData || !branch) {
    const title = loaderData && !loaderData.branch.ok ? UNREADABLE : NOT_FOUND;
    return pageMeta({
      ...site,
      path: getCategoryPath(params.slug),
      title,
      description: `${title}.`,
      noindex: true,
    });
  }
  const { category, ancestors } = branch;
  const { page, sort } = loaderData;
  const number = page?.ok ? page.value.page : 1;
  const path = getCategoryPath(category.slug, sort, number);
  return pageMeta({
    ...site,
    path,
    title: number > 1 ? `${category.name}, page ${number}` : category.name,
    description:
      category.description ??
      `${category.name} : prix en XOF, stock à jour, livraison partout au Burkina Faso et paiement à la livraison.`,
    image: category.image ?? undefined,
    // As in the catalogue, the products of a sorted list are on the indexed pages too.
    noindex: sort !== null,
    breadcrumbs: [...listCategoryCrumbs(ancestors), { to: path, label: category.name }],
    jsonLd: import.meta.env.SSR && page?.ok && [catalogJsonLd(site.siteUrl, page.value.products)],
  });
}

export default function CategoryPage({ loaderData, params }: Route.ComponentProps) {
  const branch = loaderData.branch.ok ? loaderData.branch.value : null;
  if (!branch) {
    const isMissing = loaderData.branch.ok;
    return (
      <UnlistedPage
        title={isMissing ? NOT_FOUND : UNREADABLE}
        isMissing={isMissing}
        path={getCategoryPath(params.slug)}
        all={{ to: "/categories", label: "Voir tous les rayons" }}
      />
    );
  }
  const { page, sort } = loaderData;
  const { category, ancestors, children } = branch;
  return (
    <div className="page py-2 md:py-6">
      <Breadcrumbs crumbs={listCategoryCrumbs(ancestors)} current={category.name} />
      <header className="flex items-center gap-4">
        {category.image && (
          <Image
            url={category.image}
            alt=""
            sizes="96px"
            priority="eager"
            className="w-20 shrink-0 rounded-card md:w-24"
          />
        )}
        <div className="min-w-0">
          <h1 className="text-2xl break-words md:text-3xl">{category.name}</h1>
          {category.description && (
            <p className="mt-1 max-w-prose whitespace-pre-line text-muted">{category.description}</p>
          )}
        </div>
      </header>
      <Subcategories categories={children} />
      <p className="my-3 print:hidden">
        <Link
          to={getCatalogPath({ category: category.slug })}
          className="link inline-flex min-h-11 items-center"
        >
          Filtrer ces produits
        </Link>
      </p>
      <ListedProducts
        page={page}
        sort={sort}
        path={getCategoryPath(category.slug)}
        emptyTitle="Aucun produit dans ce rayon pour le moment"
        getPath={(each, number, after) => getCategoryPath(category.slug, each, number, after)}
      />
    </div>
  );
}
