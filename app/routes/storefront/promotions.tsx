/**
 * The promotions page: all offers, largest discount first, paginated in the URL; it works the same without
 * script.
 */
import { data, Link } from "react-router";
import { Breadcrumbs } from "#app/components/layout/breadcrumbs.tsx";
import { listPromotions } from "#app/features/catalog/catalog.queries.ts";
import { parseProductSort } from "#app/features/catalog/listing/product-sort.ts";
import { getPromotionsPath, PromotionResults } from "#app/features/catalog/listing/promotion-results.tsx";
import { useShop } from "#app/features/content/shop-settings.tsx";
import type { PageHandle } from "#app/lib/pages/page-handle.ts";
import { getSiteMeta, pageMeta } from "#app/lib/pages/page-meta.ts";
import { getCardTags, getFlaggedListTags, getProductListTags } from "#app/lib/pages/page-tags.ts";
import { getPublicPageInit, publicPageHeaders, UNAVAILABLE_PAGE_INIT } from "#app/lib/pages/public-page.ts";
import { parsePageParam } from "#app/lib/pages/search-params.ts";
import { redirectToShownPage } from "#app/lib/pages/shown-page.ts";
import { toResult } from "#app/lib/result.ts";
import { createAnonSupabase } from "#app/lib/supabase/supabase.server.ts";
import { renderCardActions } from "#app/routes/shared/card-actions.tsx";
import type { Route } from "./+types/promotions";

export const handle: PageHandle = { searchParams: ["sort", "page"] };

export async function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const sort = parseProductSort(params.get("sort"));
  const page = await toResult(
    "promotions",
    listPromotions(createAnonSupabase(context), parsePageParam(params.get("page")), sort),
  );
  if (page.ok) redirectToShownPage(request, page.value.page);
  return data(
    { sort, page },
    page.ok
      ? getPublicPageInit(
          [
            ...getFlaggedListTags("is_featured"),
            ...(sort?.startsWith("price") ? getProductListTags(null, ["price"]) : []),
            ...getCardTags(page.value.products),
          ],
          [],
        )
      : UNAVAILABLE_PAGE_INIT,
  );
}

export const headers = publicPageHeaders;

const HOME = { to: "/", label: "Accueil" };

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const number = loaderData?.page.ok ? loaderData.page.value.page : 1;
  const sort = loaderData?.sort ?? null;
  return pageMeta({
    ...getSiteMeta(matches),
    path: getPromotionsPath(number, sort),
    // As in the catalogue, the products of a sorted list are on the indexed pages too.
    noindex: sort !== null,
    title: number > 1 ? `Promotions, page ${number}` : "Promotions",
    description:
      "Outils, matériaux, plomberie, électricité et quincaillerie à prix réduit : l'ancien prix et la réduction sont affichés, et vous payez à la livraison.",
    breadcrumbs: [HOME, { to: getPromotionsPath(number, sort), label: "Promotions" }],
  });
}

export default function PromotionsPage({ loaderData: { sort, page } }: Route.ComponentProps) {
  const { offers_banner, low_stock_threshold } = useShop();
  return (
    <>
      <header className="bg-accent-soft pt-2 pb-6 md:pb-10">
        <div className="page">
          <Breadcrumbs crumbs={[HOME]} current="Promotions" />
          <p className="inline-block rounded-full bg-accent px-4 py-1 font-heading font-bold">
            {offers_banner}
          </p>
          <h1 className="mt-3 text-3xl md:text-4xl">Promotions</h1>
          <p className="mt-2 max-w-prose">
            Le prix barré est l'ancien prix. Offres valables dans la limite du stock.
          </p>
          <Link to="/products" className="link mt-1 inline-flex min-h-11 items-center">
            Voir tous les produits
          </Link>
        </div>
      </header>
      <div className="page py-4 md:py-8">
        <PromotionResults
          page={page}
          sort={sort}
          lowStockThreshold={low_stock_threshold}
          renderAction={renderCardActions}
        />
      </div>
    </>
  );
}
