/**
 * /sitemap.xml: every public URL, cached like a page until what it lists changes. A shop with more
 * products than one URL set holds gets an index, and each part is generated on request.
 */

import {
  countProducts,
  listSitemapProducts,
  listSlugs,
  listTechnicianSlugs,
} from "#app/features/crawlers/sitemap.queries.ts";
import {
  listProductParts,
  MAX_URLS,
  parseProductPart,
  sitemapIndexXml,
  sitemapXml,
  toPageEntries,
  toProductEntries,
  toUrlXml,
} from "#app/features/crawlers/sitemap.ts";
import { appContext } from "#app/lib/app-context.ts";
import type { PageHandle } from "#app/lib/pages/page-handle.ts";
import { getProductListTags, TECHNICIAN_LIST_TAGS } from "#app/lib/pages/page-tags.ts";
import { getPublicResourceInit, UNAVAILABLE_PAGE_INIT } from "#app/lib/pages/public-page.ts";
import type { ShopPage } from "#app/lib/pages/shop-pages.ts";
import { toResult } from "#app/lib/result.ts";
import { createAnonSupabase } from "#app/lib/supabase/supabase.server.ts";
import type { Route } from "./+types/sitemap";

export const handle: PageHandle = { searchParams: ["part"] };

type Client = ReturnType<typeof createAnonSupabase>;

const MAX_TECHNICIANS = 5000;
/** And of brands. */
const MAX_CATEGORIES = 10_000;
/** The name of the URL set of everything but the products. */
const PAGES_PART = "pages";
const ALL_IDS = {
  first: "00000000-0000-0000-0000-000000000000",
  last: "ffffffff-ffff-ffff-ffff-ffffffffffff",
};

/**
 * Fails as a whole when a query fails: an incomplete sitemap would tell search engines that the rest is gone.
 */
export async function loader(args: Route.LoaderArgs) {
  const sitemap = await toResult("sitemap", createSitemap(args));
  return sitemap.ok ? sitemap.value : new Response(null, UNAVAILABLE_PAGE_INIT);
}

async function createSitemap({ request, context }: Route.LoaderArgs): Promise<Response> {
  const { siteUrl, pages } = context.get(appContext);
  const client = createAnonSupabase(context);
  const part = new URL(request.url).searchParams.get("part");
  if (part === PAGES_PART) return xml(sitemapXml([toUrlXml(siteUrl, await listPageEntries(client, pages))]));
  if (part !== null) {
    const ids = parseProductPart(part);
    if (ids === null) return notFound();
    return xml(sitemapXml(await listProductXml(client, siteUrl, ids)));
  }
  const productParts = listProductParts(await countProducts(client));
  if (productParts.length > 0) return xml(sitemapIndexXml(siteUrl, [PAGES_PART, ...productParts]));
  const [pageEntries, productXml] = await Promise.all([
    listPageEntries(client, pages),
    listProductXml(client, siteUrl, ALL_IDS),
  ]);
  return xml(sitemapXml([toUrlXml(siteUrl, pageEntries), ...productXml]));
}

/** The entries of everything but the products. */
async function listPageEntries(client: Client, pages: readonly ShopPage[]) {
  const [categories, brands, technicians] = await Promise.all([
    listSlugs(client, "categories", MAX_CATEGORIES),
    listSlugs(client, "brands", MAX_CATEGORIES),
    listTechnicianSlugs(client, MAX_TECHNICIANS),
  ]);
  return toPageEntries(pages, categories, brands, technicians);
}

/** The products with these ids as XML. Each batch is written while no other is in memory, and other pages go on between. */
async function listProductXml(client: Client, siteUrl: string, ids: { first: string; last: string }) {
  const xml: string[] = [];
  for await (const products of listSitemapProducts(client, ids.first, ids.last, MAX_URLS))
    xml.push(toUrlXml(siteUrl, toProductEntries(products)));
  return xml;
}

function xml(text: string): Response {
  const { headers } = getPublicResourceInit(
    ["categories", "brands", ...TECHNICIAN_LIST_TAGS, ...getProductListTags(null, ["slug"])],
    [],
  );
  headers.set("content-type", "application/xml; charset=utf-8");
  return new Response(text, { headers });
}

function notFound(): Response {
  return new Response("Not found", { status: 404, headers: { "cache-control": "no-store" } });
}
