/**
 * The comparison of up to four products, which its address names. An address without any leads to that of the products
 * which the visitor has chosen.
 */
import { useEffect, useState } from "react";
import { data, Link, useNavigate } from "react-router";
import { EmptyState } from "#app/components/layout/empty-state.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { NoScriptNotice } from "#app/components/ui/no-script-notice.tsx";
import { listComparedProducts } from "#app/features/catalog/compare/compare.queries.ts";
import { getComparePath, parseComparedSlugs } from "#app/features/catalog/compare/compare-path.ts";
import { listCompareRows } from "#app/features/catalog/compare/compare-rows.ts";
import { getCompared, removeCompared } from "#app/features/catalog/compare/compare-store.ts";
import { CompareTable } from "#app/features/catalog/compare/compare-table.tsx";
import { PRODUCTS_LOAD_ERROR } from "#app/lib/error-messages.ts";
import { listAttributesOf } from "#app/lib/models/attributes.queries.ts";
import type { PageHandle } from "#app/lib/pages/page-handle.ts";
import { getSiteMeta, pageMeta } from "#app/lib/pages/page-meta.ts";
import { getCardTags, getProductTags } from "#app/lib/pages/page-tags.ts";
import { getPublicPageInit, publicPageHeaders, UNAVAILABLE_PAGE_INIT } from "#app/lib/pages/public-page.ts";
import { getRows, toResult } from "#app/lib/result.ts";
import { createAnonSupabase } from "#app/lib/supabase/supabase.server.ts";
import { renderBuyAction } from "#app/routes/shared/buy-action.tsx";
import type { Route } from "./+types/compare";

const TITLE = "Comparer des produits";

export const handle: PageHandle = { noindex: true, repeatedSearchParams: ["ids"] };

export async function loader({ request, context }: Route.LoaderArgs) {
  const client = createAnonSupabase(context);
  const slugs = parseComparedSlugs(new URL(request.url).searchParams);
  const products = await toResult("compared products", listComparedProducts(client, slugs));
  if (!products.ok) return data({ slugs, products, attributes: [] }, UNAVAILABLE_PAGE_INIT);
  const attributes = await toResult("attributes", listAttributesOf(client, products.value));
  return data(
    { slugs, products, attributes: getRows(attributes) },
    getPublicPageInit(
      [
        "attributes",
        "categories",
        // A product that comes back, or whose slug is changed, is in the lists of all products.
        "products",
        "products:slug",
        ...getCardTags(products.value),
        ...products.value.flatMap(getProductTags),
      ],
      [attributes],
    ),
  );
}

export const headers = publicPageHeaders;

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageMeta({
    ...getSiteMeta(matches),
    path: getComparePath(loaderData?.slugs ?? []),
    title: TITLE,
    description: "Prix, stock et caractéristiques de plusieurs produits côte à côte.",
    noindex: true,
  });
}

export default function ComparePage({ loaderData: { slugs, products, attributes } }: Route.ComponentProps) {
  // Those of this address; on a slow network another one is removed before the comparison without the first is there.
  const [{ removed, of }, setRemoved] = useState<{ removed: readonly string[]; of: readonly string[] }>({
    removed: [],
    of: slugs,
  });
  if (of !== slugs) setRemoved({ removed: [], of: slugs });
  const found = getRows(products);
  const rows = found.filter(({ slug }) => !removed.includes(slug));
  const navigate = useNavigate();
  useEffect(() => {
    const compared = getCompared().map(({ slug }) => slug);
    if (slugs.length === 0 && compared.length > 0) void navigate(getComparePath(compared), { replace: true });
    if (!products.ok) return;
    // What does not exist any more would take the place of another product for ever.
    for (const slug of slugs)
      if (compared.includes(slug) && !products.value.some((product) => product.slug === slug))
        removeCompared(slug);
  }, [slugs, products, navigate]);
  const missing = slugs.length - found.length;
  return (
    <div className="page py-4 md:py-8">
      <h1 className="mb-4 text-2xl md:text-3xl">{TITLE}</h1>
      {!products.ok ? (
        <p role="alert" className="card p-5">
          {PRODUCTS_LOAD_ERROR}{" "}
          <a href={getComparePath(slugs)} className="link">
            Réessayer
          </a>
        </p>
      ) : rows.length === 0 ? (
        <>
          <NoScriptNotice />
          <EmptyState
            image="empty-search"
            title="Aucun produit à comparer."
            hint="Pressez « Comparer » sur la page de deux produits ou plus."
          >
            <Link to="/products" className={buttonClass("primary")}>
              Voir tous les produits
            </Link>
          </EmptyState>
        </>
      ) : (
        <>
          {missing > 0 && (
            <p className="mb-3 text-sm">
              {missing === 1
                ? "Un produit de cette comparaison n'existe plus."
                : `${missing} produits de cette comparaison n'existent plus.`}
            </p>
          )}
          {rows.length === 1 && (
            <p className="mb-3 text-sm">Ajoutez un autre produit pour voir en quoi ils diffèrent.</p>
          )}
          {rows.length > 2 && (
            <p className="mb-3 text-sm text-muted md:hidden">
              Faites glisser le tableau pour voir les {rows.length} produits.
            </p>
          )}
          <CompareTable
            products={rows}
            rows={listCompareRows(rows, attributes)}
            onRemove={(slug) => {
              removeCompared(slug);
              setRemoved({ removed: [...removed, slug], of });
            }}
            renderAction={renderBuyAction}
          />
        </>
      )}
    </div>
  );
}
