/** What the search proposes for `?q=`, as JSON: the same for everyone, so it is kept like a page. */
import { listCategories } from "../../features/catalog/catalog.queries.ts";
import { suggestProducts } from "../../features/catalog/search.queries.ts";
import { load } from "../../lib/loaded.ts";
import { publicPage } from "../../lib/public-page.ts";
import { hasWordLike, MIN_LETTERS, normalizedQuery, type Suggestions } from "../../lib/suggestions.ts";
import { publicClient } from "../../lib/supabase.server.ts";
import type { Route } from "./+types/search-suggestions";

const PRODUCTS_AT_MOST = 6;

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = normalizedQuery(new URL(request.url).searchParams.get("q") ?? "");
  if (query.length < MIN_LETTERS) return answer({ categories: [], products: [] }, publicPage([], []));
  const client = publicClient(context);
  const [categories, products] = await Promise.all([
    load("categories", listCategories(client)),
    load("suggestions", suggestProducts(client, query, PRODUCTS_AT_MOST)),
  ]);
  return answer(
    {
      categories: categories.ok
        ? categories.value
            .filter(({ name }) => hasWordLike(name, query))
            .map(({ slug, name }) => ({ slug, name }))
        : [],
      products: products.ok ? products.value : [],
    },
    publicPage(["products"], [categories, products]),
  );
}

function answer(suggestions: Suggestions, init: ResponseInit): Response {
  return Response.json(suggestions, init);
}
