/** The home page. Each block loads on its own, so that one that fails leaves the others standing. */
import { data, Link } from "react-router";
import { listNewArrivals, listOffers } from "../../features/catalog/catalog.queries.ts";
import { CategoryGrid } from "../../features/catalog/category-grid.tsx";
import { NewArrivals } from "../../features/catalog/new-arrivals.tsx";
import { Offers } from "../../features/catalog/offers.tsx";
import { RecentlySeen } from "../../features/catalog/recently-seen.tsx";
import { Brands } from "../../features/content/brands.tsx";
import { listBrands, listTestimonials } from "../../features/content/content.queries.ts";
import { Hero } from "../../features/content/hero.tsx";
import { Promises } from "../../features/content/promises.tsx";
import { shopJsonLd } from "../../features/content/shop-json-ld.ts";
import { unknownShop, useShop } from "../../features/content/shop-settings.tsx";
import { Testimonials } from "../../features/content/testimonials.tsx";
import { load } from "../../lib/loaded.ts";
import { pageMeta, siteOf } from "../../lib/page-meta.ts";
import { publicPage, publicPageHeaders } from "../../lib/public-page.ts";
import { publicClient } from "../../lib/supabase.server.ts";
import { renderCardActions } from "../parts/card-actions.tsx";
import type { Route } from "./+types/home";

export async function loader({ context }: Route.LoaderArgs) {
  const client = publicClient(context);
  const [newArrivals, offers, testimonials, brands] = await Promise.all([
    load("new arrivals", listNewArrivals(client)),
    load("offers", listOffers(client)),
    load("testimonials", listTestimonials(client)),
    load("brands", listBrands(client)),
  ]);
  return data(
    { newArrivals, offers, testimonials, brands },
    publicPage(["products", "testimonials", "brands"], [newArrivals, offers, testimonials, brands]),
  );
}

export const headers = publicPageHeaders;

export function meta({ matches }: Route.MetaArgs) {
  const site = siteOf(matches);
  return pageMeta({
    ...site,
    path: "/",
    title: `${site.shopName}, la quincaillerie en ligne du Burkina Faso`,
    description:
      "Outils électriques, matériaux, plomberie, électricité et quincaillerie, livrés partout au Burkina Faso. Vous payez à la livraison.",
    jsonLd: import.meta.env.SSR && shopJsonLd(site.siteUrl, matches[1]?.loaderData?.shop ?? unknownShop),
  });
}

export default function HomePage({ loaderData, matches }: Route.ComponentProps) {
  const { newArrivals, offers, testimonials, brands } = loaderData;
  const { categories } = matches[1].loaderData;
  const { offers_banner, low_stock_threshold } = useShop();
  return (
    <>
      <Hero />
      {newArrivals.ok && newArrivals.value.length > 0 && (
        <NewArrivals
          products={newArrivals.value}
          lowStockThreshold={low_stock_threshold}
          renderAction={renderCardActions}
        />
      )}
      {!(categories.ok && categories.value.length === 0) && (
        <section aria-labelledby="categories" className="page mt-10">
          <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4">
            <h2 id="categories" className="text-2xl">
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
      <div className="page">
        <RecentlySeen lowStockThreshold={low_stock_threshold} />
      </div>
      <Promises />
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
