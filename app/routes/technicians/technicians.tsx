/** The technicians directory. All filters are in the URL; it works the same without script. */

import { data } from "react-router";
import { useFailureToast } from "#app/components/ui/use-failure-toast.ts";
import { listTechnicians } from "#app/features/technicians/technician.queries.ts";
import {
  filterSpecialties,
  getTechniciansPath,
  parseTechnicianFilters,
} from "#app/features/technicians/technician-filters.ts";
import { TechnicianResults } from "#app/features/technicians/technician-results.tsx";
import { TechnicianSearch } from "#app/features/technicians/technician-search.tsx";
import { CATEGORIES_LOAD_ERROR } from "#app/lib/error-messages.ts";
import { humanizeSlug } from "#app/lib/format/slugs.ts";
import type { PageHandle } from "#app/lib/pages/page-handle.ts";
import { getSiteMeta, pageMeta } from "#app/lib/pages/page-meta.ts";
import { getTechnicianTags, TECHNICIAN_LIST_TAGS } from "#app/lib/pages/page-tags.ts";
import { getPublicPageInit, publicPageHeaders, UNAVAILABLE_PAGE_INIT } from "#app/lib/pages/public-page.ts";
import { findRouteData, getRouteData } from "#app/lib/pages/route-match.ts";
import { redirectToShownPage } from "#app/lib/pages/shown-page.ts";
import { toResult } from "#app/lib/result.ts";
import { createAnonSupabase } from "#app/lib/supabase/supabase.server.ts";
import type { Route } from "./+types/technicians";

const TITLE = "Nos Techniciens Professionnels";

export const handle: PageHandle = { searchParams: ["specialty", "search", "page"] };

export async function loader({ request, context }: Route.LoaderArgs) {
  const filters = parseTechnicianFilters(new URL(request.url).searchParams);
  const page = await toResult("technicians", listTechnicians(createAnonSupabase(context), filters));
  if (page.ok) redirectToShownPage(request, page.value.page);
  return data(
    { filters, page },
    page.ok
      ? getPublicPageInit([...TECHNICIAN_LIST_TAGS, ...getTechnicianTags(page.value.technicians)], [])
      : UNAVAILABLE_PAGE_INIT,
  );
}

export const headers = publicPageHeaders;

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { filters } = loaderData;
  const categories = findRouteData(matches, "routes/storefront/layout")?.categories;
  const category = categories?.ok
    ? categories.value.find(({ slug }) => slug === filters.specialty)
    : undefined;
  const specialty = category?.name ?? humanizeSlug(filters.specialty);
  return pageMeta({
    ...getSiteMeta(matches),
    path: getTechniciansPath({ ...filters, page: 1 }),
    title: specialty ? `${TITLE} : ${specialty}` : TITLE,
    description: `${specialty || "Électricité, plomberie, matériaux, jardinage"} : trouvez un technicien près de chez vous au Burkina Faso, lisez son profil et écrivez-lui gratuitement.`,
    noindex: filters.search !== "" || (filters.specialty !== "" && !category),
  });
}

export default function TechniciansPage({ loaderData: { filters, page }, matches }: Route.ComponentProps) {
  const { categories } = getRouteData(matches, "routes/storefront/layout");
  useFailureToast(categories, CATEGORIES_LOAD_ERROR);
  return (
    <div className="page py-6 md:py-10">
      <h1 className="text-2xl md:text-4xl">{TITLE}</h1>
      <p className="mt-2 mb-5 max-w-prose text-muted md:text-lg">
        Des gens de métier partout au Burkina Faso, à qui vous écrivez directement.
      </p>
      <TechnicianSearch
        filters={filters}
        specialties={categories.ok ? filterSpecialties(categories.value) : []}
      />
      <TechnicianResults filters={filters} page={page} />
    </div>
  );
}
