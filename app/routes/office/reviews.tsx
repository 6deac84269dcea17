/** /admin/reviews («Avis produits»): what customers wrote of the products, moderated as it comes in. */
import { useRevalidator } from "react-router";
import { FilterBar } from "../../components/office/filter-bar.tsx";
import { FilterSelect } from "../../components/office/filter-select.tsx";
import { ListResult } from "../../components/office/list-result.tsx";
import { PageActions } from "../../components/office/page-actions.tsx";
import { useLive } from "../../components/office/use-live.ts";
import { officeMeta } from "../../features/office/office-meta.ts";
import { ReviewList } from "../../features/office/reviews/review-list.tsx";
import {
  listReviews,
  REVIEW_STATES,
  type ReviewState,
  SEARCH_MIN,
} from "../../features/office/reviews/reviews.queries.ts";
import { readChoice, readPage, readText } from "../../lib/address-params.ts";
import { load } from "../../lib/loaded.ts";
import { supabase } from "../../lib/supabase.client.ts";
import type { Route } from "./+types/reviews";

export function meta({ matches }: Route.MetaArgs) {
  return officeMeta(matches, "/admin/reviews", "Avis produits");
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const params = new URL(request.url).searchParams;
  const search = readText(params.get("search"));
  const state = readChoice(params.get("status"), REVIEW_STATES);
  const page = readPage(params.get("page"));
  const found = await load("reviews", listReviews(supabase(), { search, state, page }));
  return { found, search, state };
}

export default function ReviewsPage({ loaderData: { found, search, state } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  useLive(["product_reviews"], revalidate);
  return (
    <>
      <PageActions lead="Un avis publié se lit sur la page du produit et compte dans sa note." />
      <FilterBar label="Rechercher un avis" placeholder="Texte, auteur ou produit" filters={["status"]}>
        <FilterSelect
          name="status"
          label="État"
          all="Tous les avis"
          options={[
            { value: "pending", label: "À modérer" },
            { value: "published", label: "Publiés" },
          ]}
        />
      </FilterBar>
      <ListResult found={found} failure="Impossible de charger les avis" empty={nothing(search, state)}>
        {(reviews) => <ReviewList reviews={reviews} />}
      </ListResult>
    </>
  );
}

function nothing(search: string, state: ReviewState | null): string {
  if (search && search.length < SEARCH_MIN) return "Saisissez au moins trois lettres pour chercher.";
  if (search) return "Aucun avis ne correspond à cette recherche.";
  if (state === "pending") return "Aucun avis à modérer.";
  return state === "published" ? "Aucun avis publié pour le moment." : "Aucun avis pour le moment.";
}
