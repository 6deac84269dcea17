/**
 * The search suggestions for `?q=` as JSON, of products in the category `?category=` or in the whole shop: the same for
 * everyone, so they are cached like a page. When the database fails or takes too long, the response is an error and
 * not an empty list, and is not cached.
 */
import { getCategoryBySlug, listCategories } from "#app/features/catalog/catalog.queries.ts";
import { suggestProducts } from "#app/features/catalog/listing/search.queries.ts";
import { SUGGESTIONS_LOAD_ERROR } from "#app/lib/error-messages.ts";
import type { PageHandle } from "#app/lib/pages/page-handle.ts";
import { getCardTags, getProductListTags, SEARCH_TAGS } from "#app/lib/pages/page-tags.ts";
import { getPublicResourceInit, UNAVAILABLE_PAGE_INIT } from "#app/lib/pages/public-page.ts";
import { toResult } from "#app/lib/result.ts";
import { isSearchTooShort } from "#app/lib/search/search-text.ts";
import { hasWordStartingWith, normalizeQuery, type Suggestions } from "#app/lib/search/suggestions.ts";
import { createAnonSupabase } from "#app/lib/supabase/supabase.server.ts";
import type { Route } from "./+types/search-suggestions";

export const handle: PageHandle = { searchParams: ["q", "category"] };

const MAX_PRODUCTS = 6;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const query = normalizeQuery(searchParams.get("q") ?? "");
  if (query === "" || isSearchTooShort(query))
    return toResponse({ categories: [], products: [] }, getPublicResourceInit([], []));
  const client = createAnonSupabase(context);
  const slug = searchParams.get("category");
  const [categories, category] = await Promise.all([
    toResult("categories", listCategories(client)),
    // A category that does not exist is the whole shop, as in the catalogue.
    toResult("category look-up", slug ? getCategoryBySlug(client, slug) : Promise.resolve(null)),
  ]);
  const categoryId = (category.ok && category.value?.id) || null;
  const products = await toResult("suggestions", suggestProducts(client, query, categoryId, MAX_PRODUCTS));
  if (!categories.ok || !category.ok || !products.ok)
    return Response.json({ message: SUGGESTIONS_LOAD_ERROR }, UNAVAILABLE_PAGE_INIT);
  return toResponse(
    {
      categories: categories.value
        .filter(({ name }) => hasWordStartingWith(name, query))
        .map(({ slug, name, image }) => ({ slug, name, image })),
      products: products.value.map(({ id: _id, ...product }) => product),
    },
    getPublicResourceInit(
      [
        "categories",
        ...SEARCH_TAGS,
        ...getProductListTags(null, ["name"]),
        ...(categoryId ? getProductListTags(categoryId, ["name"]) : []),
        ...getCardTags(products.value),
      ],
      [categories, products],
    ),
  );
}

function toResponse(suggestions: Suggestions, init: ResponseInit): Response {
  return Response.json(suggestions, init);
}
