/**
 * /sitemap.xml: every public address, kept like a page until a table that it names changes. A shop with more products
 * than one list holds gets an index, and each list is made when it is asked for.
 */

import {
  countProducts,
  listCategorySlugs,
  listProductAddresses,
  listTechnicianSlugs,
} from "../../features/crawlers/sitemap.queries.ts";
import {
  countParts,
  PRODUCTS_IN_A_PART,
  pageAddresses,
  productAddresses,
  sitemapIndexXml,
  sitemapXml,
} from "../../features/crawlers/sitemap.ts";
import { appContext } from "../../lib/app-context.ts";
import { publicPage } from "../../lib/public-page.ts";
import { publicClient } from "../../lib/supabase.server.ts";
import type { Route } from "./+types/sitemap";

type Client = ReturnType<typeof publicClient>;

const TECHNICIANS_MAX = 5000;
const PART = /^(0|[1-9]\d{0,3})$/;

/** What cannot be read fails the whole: half a sitemap would tell engines that the rest is gone. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { siteUrl } = context.get(appContext);
  const client = publicClient(context);
  const wanted = new URL(request.url).searchParams.get("part");
  const parts = countParts(await countProducts(client));
  if (wanted === null && parts > 0) return xml(sitemapIndexXml(siteUrl, parts));
  if (wanted === null) {
    const [pages, products] = await Promise.all([listPages(client), listProducts(client, 1)]);
    return xml(sitemapXml(siteUrl, [...pages, ...products]));
  }
  if (!PART.test(wanted) || parts === 0 || Number(wanted) > parts) throw notFound();
  const part = Number(wanted);
  return xml(sitemapXml(siteUrl, part === 0 ? await listPages(client) : await listProducts(client, part)));
}

async function listPages(client: Client) {
  const [categories, technicians] = await Promise.all([
    listCategorySlugs(client),
    listTechnicianSlugs(client, TECHNICIANS_MAX),
  ]);
  return pageAddresses(categories, technicians);
}

/** The products of a part, from 1. */
async function listProducts(client: Client, part: number) {
  const from = (part - 1) * PRODUCTS_IN_A_PART;
  return productAddresses(await listProductAddresses(client, from, PRODUCTS_IN_A_PART));
}

function xml(text: string): Response {
  const { headers } = publicPage(["products", "technicians"], []);
  headers.set("content-type", "application/xml; charset=utf-8");
  return new Response(text, { headers });
}

function notFound(): Response {
  return new Response("Not found", { status: 404, headers: { "cache-control": "no-store" } });
}
