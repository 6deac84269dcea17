/**
 * The search suggestions for `?q=` as JSON: the same for everyone, so they are cached like a page. When the
 * database fails or takes too long, the response is an error and not an empty list, and is not cached.
 */
import { listCategories } from "#app/features/catalog/catalog.queries.ts";
import { suggestProducts } from "#app/features/catalog/listing/search.queries.ts";
import { SUGGESTIONS_LOAD_ERROR } from "#app/lib/error-messages.ts";
import type { PageHandle } from "#app/lib/pages/page-handle.ts";
import { getCardTags, getProductListTags } from "#app/lib/pages/page-tags.ts";
import { getPublicResourceInit, UNAVAILABLE_PAGE_INIT } from "#app/lib/pages/public-page.ts";
import { toResult } from "#app/lib/result.ts";
import { isSearchTooShort } from "#app/lib/search/search-text.ts";
import { hasWordStartingWith, normalizeQuery, type Suggestions } from "#app/lib/search/suggestions.ts";
import { createAnonSupabase } from "#app/lib/supabase/supabase.server.ts";
import type { Route } from "./+types/search-suggestions";

export const handle: PageHandle = { searchParams: ["q"] };

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
  if (!categories.ok || !products.ok)
    return Response.json({ message: SUGGESTIONS_LOAD_ERROR }, UNAVAILABLE_PAGE_INIT);
  return toResponse(
    {
      categories: categories.value
        .filter(({ name }) => hasWordStartingWith(name, query))
        .map(({ slug, name }) => ({ slug, name })),
      products: products.value.map(({ id: _id, ...product }) => product),
    },
    getPublicResourceInit(
      ["categories", ...getProductListTags(null, ["name"]), ...getCardTags(products.value)],
      [categories, products],
    ),
  );
}

function toResponse(suggestions: Suggestions, init: ResponseInit): Response {
  return Response.json(suggestions, init);
}
