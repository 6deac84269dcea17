/**
 * The search suggestions for `?q=` as JSON, of products in the category `?category=` or in the whole shop: the same for
 * everyone, so they are cached like a page. When the database fails or takes too long, the response is an error and
 * not an empty list, and is not cached.
 */

import { listBrandsStartingWith } from "#app/features/catalog/brands/brand.queries.ts";
import { getCategoryBySlug, listCategories } from "#app/features/catalog/categories/categories.queries.ts";
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
const MAX_BRANDS = 2;
/** Shorter beginnings are those of many words. */
const MIN_BRAND_LENGTH = 3;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const query = normalizeQuery(searchParams.get("q") ?? "");
  if (query === "" || isSearchTooShort(query))
    return toResponse({ categories: [], brands: [], products: [] }, getPublicResourceInit([], []));
  const client = createAnonSupabase(context);
  const slug = searchParams.get("category");
  const [categories, category, brands] = await Promise.all([
    toResult("categories", listCategories(client)),
    // A category that does not exist is the whole shop, as in the catalogue.
    toResult("category look-up", slug ? getCategoryBySlug(client, slug) : Promise.resolve(null)),
    toResult(
      "brands",
      !slug && query.length >= MIN_BRAND_LENGTH
        ? listBrandsStartingWith(client, query, MAX_BRANDS)
        : Promise.resolve([]),
    ),
  ]);
  const categoryId = (category.ok && category.value?.id) || null;
  const products = await toResult("suggestions", suggestProducts(client, query, categoryId, MAX_PRODUCTS));
  if (!categories.ok || !category.ok || !brands.ok || !products.ok)
    return Response.json({ message: SUGGESTIONS_LOAD_ERROR }, UNAVAILABLE_PAGE_INIT);
  return toResponse(
    {
      categories: categories.value
        .filter(({ name }) => hasWordStartingWith(name, query))
        .map(({ slug, name, image }) => ({ slug, name, image })),
      brands: brands.value,
      products: products.value.map(({ id: _id, ...product }) => product),
    },
    getPublicResourceInit(
      [
        "categories",
        "brands",
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
