/** The categories page: all categories, each linking to the catalogue. */

import { data, Link } from "react-router";
import { Breadcrumbs } from "#app/components/layout/breadcrumbs.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { listCountedCategories } from "#app/features/catalog/categories/categories.queries.ts";
import { CategoryCards } from "#app/features/catalog/categories/category-cards.tsx";
import { getSiteMeta, pageMeta } from "#app/lib/pages/page-meta.ts";
import { getProductListTags } from "#app/lib/pages/page-tags.ts";
import { getPublicPageInit, publicPageHeaders, UNAVAILABLE_PAGE_INIT } from "#app/lib/pages/public-page.ts";
import { toResult } from "#app/lib/result.ts";
import { createAnonSupabase } from "#app/lib/supabase/supabase.server.ts";
import type { Route } from "./+types/categories";

export async function loader({ context }: Route.LoaderArgs) {
  const categories = await toResult("counted categories", listCountedCategories(createAnonSupabase(context)));
  return data(
    { categories },
    categories.ok
      ? getPublicPageInit(getProductListTags(null, ["category_id"]), [categories])
      : UNAVAILABLE_PAGE_INIT,
  );
}

export const headers = publicPageHeaders;

const TITLE = "Toutes nos catégories";
const HOME = { to: "/", label: "Accueil" };

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    ...getSiteMeta(matches),
    path: "/categories",
    title: TITLE,
    description:
      "Tous les rayons de la quincaillerie, des outils électriques au jardinage, livrés partout au Burkina Faso et payés à la livraison.",
    breadcrumbs: [HOME, { to: "/categories", label: TITLE }],
  });
}

export default function CategoriesPage({ loaderData: { categories } }: Route.ComponentProps) {
  return (
    <div className="page py-2 md:py-6">
      <Breadcrumbs crumbs={[HOME]} current={TITLE} />
      <h1 className="text-3xl">{TITLE}</h1>
      <p className="mt-2 mb-5 max-w-prose text-muted">
        Choisissez un rayon&nbsp;: les filtres de prix et de stock vous y attendent.
      </p>
      <CategoryCards categories={categories} />
      <section
        aria-labelledby="not-found-here"
        className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3 rounded-card bg-accent-soft p-5"
      >
        <div className="min-w-0 grow">
          <h2 id="not-found-here" className="text-xl">
            Vous ne trouvez pas votre article&nbsp;?
          </h2>
          <p className="mt-1">
            Envoyez-nous une photo ou votre plan&nbsp;: nous vous répondons sur WhatsApp.
          </p>
        </div>
        <Link to="/request-quote" className={buttonClass("primary")}>
          Demander une cotation
        </Link>
      </section>
    </div>
  );
}
