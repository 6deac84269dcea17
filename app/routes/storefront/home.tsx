/** The home page. Each section's data loads independently, so that a failure does not affect the others. */
import { data, Link } from "react-router";
import { listNewArrivals, listOffers } from "#app/features/catalog/catalog.queries.ts";
import { CategoryGrid } from "#app/features/catalog/categories/category-grid.tsx";
import { NewArrivals } from "#app/features/catalog/home/new-arrivals.tsx";
import { Offers } from "#app/features/catalog/home/offers.tsx";
import { RecentlyViewed } from "#app/features/catalog/recently-viewed/recently-viewed.tsx";
import { Brands } from "#app/features/content/brands.tsx";
import {
  type Brand,
  listBrands,
  listTestimonials,
  type Testimonial,
} from "#app/features/content/content.queries.ts";
import { Hero } from "#app/features/content/hero.tsx";
import { ShopBenefits } from "#app/features/content/shop-benefits.tsx";
import { shopJsonLd } from "#app/features/content/shop-json-ld.ts";
import { defaultShopSettings, useShop } from "#app/features/content/shop-settings.tsx";
import { Testimonials } from "#app/features/content/testimonials.tsx";
import { appContext } from "#app/lib/app-context.ts";
import { getSiteMeta, pageMeta } from "#app/lib/pages/page-meta.ts";
import { getCardTags, getFlaggedListTags } from "#app/lib/pages/page-tags.ts";
import { getPublicPageInit, publicPageHeaders } from "#app/lib/pages/public-page.ts";
import { findRouteData, getRouteData } from "#app/lib/pages/route-match.ts";
import { SharedData } from "#app/lib/pages/shared-data.server.ts";
import { getRows, toResult } from "#app/lib/result.ts";
import { createAnonSupabase } from "#app/lib/supabase/supabase.server.ts";
import { renderCardActions } from "#app/routes/shared/card-actions.tsx";
import type { Route } from "./+types/home";

const sharedTestimonials = new SharedData<Testimonial[]>();
const sharedBrands = new SharedData<Brand[]>();

export async function loader({ context }: Route.LoaderArgs) {
  const client = createAnonSupabase(context);
  const { sharedForMs } = context.get(appContext);
  const [newArrivals, offers, testimonials, brands] = await Promise.all([
    toResult("new arrivals", listNewArrivals(client)),
    toResult("offers", listOffers(client)),
    toResult(
      "testimonials",
      sharedTestimonials.get(sharedForMs, { tags: ["testimonials"] }, () => listTestimonials(client)),
    ),
    toResult(
      "brands",
      sharedBrands.get(sharedForMs, { tags: ["brands"] }, () => listBrands(client)),
    ),
  ]);
  return data(
    { newArrivals, offers, testimonials, brands },
    getPublicPageInit(
      [
        "testimonials",
        "brands",
        ...getFlaggedListTags("is_new", "is_featured"),
        ...getCardTags([...getRows(newArrivals), ...getRows(offers)]),
      ],
      [newArrivals, offers, testimonials, brands],
    ),
  );
}

export const headers = publicPageHeaders;

export function meta({ matches }: Route.MetaArgs) {
  const site = getSiteMeta(matches);
  return pageMeta({
    ...site,
    path: "/",
    title: `${site.shopName}, la quincaillerie en ligne du Burkina Faso`,
    description:
      "Outils électriques, matériaux, plomberie, électricité et quincaillerie, livrés partout au Burkina Faso. Vous payez à la livraison.",
    jsonLd:
      import.meta.env.SSR &&
      shopJsonLd(
        site.siteUrl,
        findRouteData(matches, "routes/storefront/layout")?.shop ?? defaultShopSettings,
      ),
  });
}

export default function HomePage({ loaderData, matches }: Route.ComponentProps) {
  const { newArrivals, offers, testimonials, brands } = loaderData;
  const { categories } = getRouteData(matches, "routes/storefront/layout");
  const { offers_banner, low_stock_threshold } = useShop();
  return (
    <>
      <Hero />
      {!(categories.ok && categories.value.length === 0) && (
        <section aria-labelledby="categories" className="page mt-1 md:mt-10">
          <div className="flex flex-wrap items-center justify-between gap-x-4 md:mb-4">
            <h2 id="categories" className="text-xl md:text-2xl">
              Nos rayons
            </h2>
            <Link to="/categories" className="link inline-flex min-h-11 items-center">
              Tout voir
            </Link>
          </div>
          <CategoryGrid categories={categories} />
        </section>
      )}
      <Offers
        offers={offers}
        banner={offers_banner}
        lowStockThreshold={low_stock_threshold}
        renderAction={renderCardActions}
      />
      {newArrivals.ok && newArrivals.value.length > 0 && (
        <NewArrivals
          products={newArrivals.value}
          lowStockThreshold={low_stock_threshold}
          renderAction={renderCardActions}
        />
      )}
      <div className="page">
        <RecentlyViewed lowStockThreshold={low_stock_threshold} />
      </div>
      <ShopBenefits />
      <section aria-labelledby="testimonials" className="page mt-12">
        <h2 id="testimonials" className="mb-4 text-2xl">
          Ils nous font confiance
        </h2>
        <Testimonials testimonials={testimonials} />
      </section>
      <Brands brands={brands} />
    </>
  );
}
