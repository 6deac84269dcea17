/**
 * /sitemap.xml: every public URL, cached like a page until what it lists changes. A shop with more
 * products than one URL set holds gets an index, and each part is generated on request.
 */

import {
  countProducts,
  listCategorySlugs,
  listSitemapProducts,
  listTechnicianSlugs,
} from "#app/features/crawlers/sitemap.queries.ts";
import {
  countParts,
  PRODUCTS_PER_PART,
  sitemapIndexXml,
  sitemapXml,
  toPageEntries,
  toProductEntries,
} from "#app/features/crawlers/sitemap.ts";
import { appContext } from "#app/lib/app-context.ts";
import { getProductListTags, TECHNICIAN_LIST_TAGS } from "#app/lib/pages/page-tags.ts";
import { getPublicResourceInit } from "#app/lib/pages/public-page.ts";
import type { ShopPage } from "#app/lib/pages/shop-pages.ts";
import { createAnonSupabase } from "#app/lib/supabase/supabase.server.ts";
import type { Route } from "./+types/sitemap";

type Client = ReturnType<typeof createAnonSupabase>;

const MAX_TECHNICIANS = 5000;
const PART = /^(0|[1-9]\d{0,3})$/;

/**
 * Fails as a whole when a query fails: an incomplete sitemap would tell search engines that the rest is gone.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { siteUrl, pages } = context.get(appContext);
  const client = createAnonSupabase(context);
  const partParam = new URL(request.url).searchParams.get("part");
  const parts = countParts(await countProducts(client));
  if (partParam === null && parts > 0) return xml(sitemapIndexXml(siteUrl, parts));
  if (partParam === null) {
    const [pageEntries, productEntries] = await Promise.all([
      listPageEntries(client, pages),
      listProductEntries(client, 1),
    ]);
    return xml(sitemapXml(siteUrl, [...pageEntries, ...productEntries]));
  }
  if (!PART.test(partParam) || parts === 0 || Number(partParam) > parts) throw notFound();
  const part = Number(partParam);
  const entries = part === 0 ? await listPageEntries(client, pages) : await listProductEntries(client, part);
  return xml(sitemapXml(siteUrl, entries));
}

/** The entries of everything but the products. */
async function listPageEntries(client: Client, pages: readonly ShopPage[]) {
  const [categories, technicians] = await Promise.all([
    listCategorySlugs(client),
    listTechnicianSlugs(client, MAX_TECHNICIANS),
  ]);
  return toPageEntries(pages, categories, technicians);
}

/** The entries of a part of the products, from 1. */
async function listProductEntries(client: Client, part: number) {
  const from = (part - 1) * PRODUCTS_PER_PART;
  return toProductEntries(await listSitemapProducts(client, from, PRODUCTS_PER_PART));
}

function xml(text: string): Response {
  const { headers } = getPublicResourceInit(
    ["categories", ...TECHNICIAN_LIST_TAGS, ...getProductListTags(null, ["slug"])],
    [],
  );
  headers.set("content-type", "application/xml; charset=utf-8");
  return new Response(text, { headers });
}

function notFound(): Response {
  return new Response("Not found", { status: 404, headers: { "cache-control": "no-store" } });
}
