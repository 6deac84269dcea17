/** /admin/reviews («Avis produits»): the product reviews for moderation, updated in real time. */
import { useRevalidator } from "react-router";
import { FilterBar } from "#app/components/admin/filter-bar.tsx";
import { FilterSelect } from "#app/components/admin/filter-select.tsx";
import { ListResult } from "#app/components/admin/list-result.tsx";
import { PageActions } from "#app/components/admin/page-actions.tsx";
import { useRealtimeRevalidation } from "#app/components/admin/use-realtime-revalidation.ts";
import { ReviewList } from "#app/features/admin/reviews/review-list.tsx";
import { listReviews, REVIEW_STATES, type ReviewState } from "#app/features/admin/reviews/reviews.queries.ts";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { parseChoiceParam, parsePageParam, parseTextParam } from "#app/lib/pages/search-params.ts";
import { toResult } from "#app/lib/result.ts";
import { isSearchTooShort, SEARCH_TOO_SHORT_MESSAGE } from "#app/lib/search/search-text.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/reviews";

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "/admin/reviews", "Avis produits");
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const params = new URL(request.url).searchParams;
  const search = parseTextParam(params.get("search"));
  const state = parseChoiceParam(params.get("status"), REVIEW_STATES);
  const page = parsePageParam(params.get("page"));
  const result = await toResult("reviews", listReviews(getSupabase(), { search, state, page }));
  return { result, search, state };
}

export default function ReviewsPage({ loaderData: { result, search, state } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  useRealtimeRevalidation(["product_reviews"], revalidate);
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
      <ListResult
        result={result}
        errorMessage="Impossible de charger les avis"
        empty={getEmptyText(search, state)}
      >
        {(reviews) => <ReviewList reviews={reviews} />}
      </ListResult>
    </>
  );
}

function getEmptyText(search: string, state: ReviewState | null): string {
  if (isSearchTooShort(search)) return SEARCH_TOO_SHORT_MESSAGE;
  if (search) return "Aucun avis ne correspond à cette recherche.";
  if (state === "pending") return "Aucun avis à modérer.";
  return state === "published" ? "Aucun avis publié pour le moment." : "Aucun avis pour le moment.";
}
