/** The search suggestions for `?q=` as JSON: the same for everyone, so they are cached like a page. */
import { listCategories } from "#app/features/catalog/catalog.queries.ts";
import { suggestProducts } from "#app/features/catalog/listing/search.queries.ts";
import { getCardTags, getProductListTags } from "#app/lib/pages/page-tags.ts";
import { getPublicResourceInit } from "#app/lib/pages/public-page.ts";
import { getRows, toResult } from "#app/lib/result.ts";
import { isSearchTooShort } from "#app/lib/search/search-text.ts";
import { hasWordStartingWith, normalizeQuery, type Suggestions } from "#app/lib/search/suggestions.ts";
import { createAnonSupabase } from "#app/lib/supabase/supabase.server.ts";
import type { Route } from "./+types/search-suggestions";

const MAX_PRODUCTS = 6;

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = normalizeQuery(new URL(request.url).searchParams.get("q") ?? "");
  if (query === "" || isSearchTooShort(query))
    return toResponse({ categories: [], products: [] }, getPublicResourceInit([], []));
  const client = createAnonSupabase(context);
  const [categories, products] = await Promise.all([
    toResult("categories", listCategories(client)),
    toResult("suggestions", suggestProducts(client, query, MAX_PRODUCTS)),
  ]);
  return toResponse(
    {
      categories: categories.ok
        ? categories.value
            .filter(({ name }) => hasWordStartingWith(name, query))
            .map(({ slug, name }) => ({ slug, name }))
        : [],
      products: getRows(products).map(({ id: _id, ...product }) => product),
    },
    getPublicResourceInit(
      ["categories", ...getProductListTags(null, ["name"]), ...getCardTags(getRows(products))],
      [categories, products],
    ),
  );
}

function toResponse(suggestions: Suggestions, init: ResponseInit): Response {
  return Response.json(suggestions, init);
}
