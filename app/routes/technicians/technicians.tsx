/** The directory of technicians. What the visitor looks for stands in the address; without script it works the same. */
import { data } from "react-router";
import { useFailureToast } from "../../components/ui/use-failure-toast.ts";
import { listTechnicians } from "../../features/technicians/technician.queries.ts";
import {
  readFilters,
  specialtiesOf,
  techniciansPath,
} from "../../features/technicians/technician-filters.ts";
import { TechnicianResults } from "../../features/technicians/technician-results.tsx";
import { TechnicianSearch } from "../../features/technicians/technician-search.tsx";
import { load } from "../../lib/loaded.ts";
import { pageMeta, siteOf } from "../../lib/page-meta.ts";
import { publicPage, publicPageHeaders } from "../../lib/public-page.ts";
import { readableSlug } from "../../lib/slugs.ts";
import { publicClient } from "../../lib/supabase.server.ts";
import type { Route } from "./+types/technicians";

const TITLE = "Nos Techniciens Professionnels";

export async function loader({ request, context }: Route.LoaderArgs) {
  const filters = readFilters(new URL(request.url).searchParams);
  const page = await load("technicians", listTechnicians(publicClient(context), filters));
  return data({ filters, page }, publicPage(["technicians"], [page]));
}

export const headers = publicPageHeaders;

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { filters } = loaderData;
  const categories = matches[1].loaderData?.categories;
  const known = categories?.ok ? categories.value.find(({ slug }) => slug === filters.specialty) : undefined;
  const specialty = known?.name ?? readableSlug(filters.specialty);
  return pageMeta({
    ...siteOf(matches),
    path: techniciansPath({ ...filters, page: 1 }),
    title: specialty ? `${TITLE} : ${specialty}` : TITLE,
    description: `${specialty || "Électricité, plomberie, matériaux, jardinage"} : trouvez un technicien près de chez vous au Burkina Faso, lisez son profil et écrivez-lui gratuitement.`,
    noindex: filters.search !== "" || (filters.specialty !== "" && !known),
  });
}

export default function TechniciansPage({ loaderData: { filters, page }, matches }: Route.ComponentProps) {
  const { categories } = matches[1].loaderData;
  useFailureToast(categories, "Impossible de charger les catégories");
  return (
    <div className="page py-6 md:py-10">
      <h1 className="text-2xl md:text-4xl">{TITLE}</h1>
      <p className="mt-2 mb-5 max-w-prose text-ink-soft md:text-lg">
        Des gens de métier partout au Burkina Faso, à qui vous écrivez directement.
      </p>
      <TechnicianSearch
        filters={filters}
        specialties={categories.ok ? specialtiesOf(categories.value) : []}
      />
      <TechnicianResults filters={filters} page={page} />
    </div>
  );
}
