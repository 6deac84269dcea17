/** The meta tags of a page, for search engines and link previews. */
import type { MetaDescriptor } from "react-router";
import { DEFAULT_SHOP_NAME } from "#app/lib/default-shop-name.ts";
import { type BreadcrumbPage, breadcrumbJsonLd, type JsonLd } from "./json-ld.ts";
import { mergeHandles } from "./page-handle.ts";

export interface PageMeta {
  /** Public origin without a trailing slash; images and URLs in previews must be absolute. */
  siteUrl: string;
  shopName: string;
  /** Path with the query that belongs to the page, starting with a slash. */
  path: string;
  title: string;
  description: string;
  /** Path or URL of the preview image; JPEG, since chat applications do not show AVIF. */
  image?: string;
  /** For product pages, in whole francs. */
  price?: number;
  noindex?: boolean;
  /** The breadcrumbs that the page shows, from the home page to the page itself. */
  breadcrumbs?: readonly BreadcrumbPage[];
  /** Other structured data; only the server creates it (`import.meta.env.SSR`). */
  jsonLd?: readonly JsonLd[] | false;
}

const MAX_DESCRIPTION_LENGTH = 180;
const DEFAULT_SHARE_IMAGE = "/share-card.jpg";
const DEFAULT_SHARE_IMAGE_SIZE = [
  { property: "og:image:width", content: "1200" },
  { property: "og:image:height", content: "630" },
];

export function pageMeta(meta: PageMeta): MetaDescriptor[] {
  const page = { ...meta, description: truncate(meta.description) };
  const url = page.siteUrl + page.path;
  const title = page.title.includes(page.shopName) ? page.title : `${page.title} | ${page.shopName}`;
  return [
    { title },
    { name: "description", content: page.description },
    { tagName: "link", rel: "canonical", href: url },
    ...(page.noindex ? [{ name: "robots", content: "noindex" }] : []),
    // Chat applications and search engines read these from the HTML: the browser does not need the code for
    // them.
    ...(import.meta.env.SSR ? [...createOpenGraphTags(page, url), ...createStructuredData(page)] : []),
  ];
}

/** Cuts the text between two words, to the length that search results and previews show. */
function truncate(text: string): string {
  return text.length > MAX_DESCRIPTION_LENGTH
    ? `${text.slice(0, MAX_DESCRIPTION_LENGTH).replace(/\s+\S*$/, "")}…`
    : text;
}

/** React Router renders them as data scripts, with every `<`, `>` and `&` escaped. */
function createStructuredData({ siteUrl, breadcrumbs, jsonLd }: PageMeta): MetaDescriptor[] {
  const data = [...(breadcrumbs ? [breadcrumbJsonLd(siteUrl, breadcrumbs)] : []), ...(jsonLd || [])];
  return data.map((each) => ({ "script:ld+json": each }));
}

function createOpenGraphTags(page: PageMeta, url: string): MetaDescriptor[] {
  const image = new URL(page.image ?? DEFAULT_SHARE_IMAGE, `${page.siteUrl}/`).href;
  const descriptors: MetaDescriptor[] = [
    { property: "og:type", content: page.price === undefined ? "website" : "product" },
    { property: "og:site_name", content: page.shopName },
    { property: "og:locale", content: "fr_FR" },
    { property: "og:title", content: page.title },
    { property: "og:description", content: page.description },
    { property: "og:url", content: url },
    { property: "og:image", content: image },
    // Without the size a chat application shows a small image the first time.
    ...(page.image ? [] : DEFAULT_SHARE_IMAGE_SIZE),
    { name: "twitter:card", content: "summary_large_image" },
  ];
  if (page.price !== undefined) {
    descriptors.push(
      { property: "product:price:amount", content: String(page.price) },
      { property: "product:price:currency", content: "XOF" },
    );
  }
  return descriptors;
}

/**
 * The matched routes, as `meta` receives them: the loader data of the root route and of the shop's layout, and
 * the handles of all.
 */
type LayoutMatches = readonly [
  { loaderData?: { siteUrl: string }; handle?: unknown } | undefined,
  { loaderData?: { shop: { shop_name: string } }; handle?: unknown } | undefined,
  ...({ handle?: unknown } | undefined)[],
];

/**
 * The site's URL and name for `pageMeta`, and whether the page's handle forbids its indexing. When an error page
 * replaces the layout, the URL is empty and the name the default one.
 */
export function getSiteMeta(matches: LayoutMatches): Pick<PageMeta, "siteUrl" | "shopName" | "noindex"> {
  const [root, layout] = matches;
  return {
    noindex: mergeHandles(matches).noindex,
    siteUrl: root?.loaderData?.siteUrl ?? "",
    shopName: layout?.loaderData?.shop.shop_name ?? DEFAULT_SHOP_NAME,
  };
}
