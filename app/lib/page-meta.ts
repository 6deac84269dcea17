/** What a page says of itself to search engines and to the chats it is shared in. */
import type { MetaDescriptor } from "react-router";
import { type BreadcrumbPage, breadcrumbJsonLd, type JsonLd } from "./json-ld.ts";

export interface PageMeta {
  /** Public origin without a trailing slash; pictures and addresses in previews must be absolute. */
  siteUrl: string;
  shopName: string;
  /** Path with the query that belongs to the page, starting with a slash. */
  path: string;
  title: string;
  description: string;
  /** Path or address of the picture in the preview; JPEG, since chats do not show AVIF. */
  image?: string;
  /** Product pages: whole francs. */
  price?: number;
  noindex?: boolean;
  /** The way to it from the home page on, itself included: what its breadcrumbs show. */
  trail?: readonly BreadcrumbPage[];
  /** What else it says in schema.org's words; only the server makes it (`import.meta.env.SSR`). */
  jsonLd?: readonly JsonLd[] | false;
}

const SHOWN_LENGTH = 180;
const SHARE_PICTURE = "/share-card.jpg";
const SHARE_PICTURE_SIZE = [
  { property: "og:image:width", content: "1200" },
  { property: "og:image:height", content: "630" },
];

export function pageMeta(wanted: PageMeta): MetaDescriptor[] {
  const page = { ...wanted, description: shorten(wanted.description) };
  const url = page.siteUrl + page.path;
  const title = page.title.includes(page.shopName) ? page.title : `${page.title} | ${page.shopName}`;
  return [
    { title },
    { name: "description", content: page.description },
    { tagName: "link", rel: "canonical", href: url },
    ...(page.noindex ? [{ name: "robots", content: "noindex" }] : []),
    // Chats and search engines read these from the HTML: the browser has no use for the code that makes them.
    ...(import.meta.env.SSR ? [...preview(page, url), ...structured(page)] : []),
  ];
}

/** What results and previews show of a text, cut between two words. */
function shorten(text: string): string {
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH).replace(/\s+\S*$/, "")}…` : text;
}

/** React Router writes them as scripts of data, with every `<`, `>` and `&` escaped. */
function structured({ siteUrl, trail, jsonLd }: PageMeta): MetaDescriptor[] {
  const data = [...(trail ? [breadcrumbJsonLd(siteUrl, trail)] : []), ...(jsonLd || [])];
  return data.map((each) => ({ "script:ld+json": each }));
}

function preview(page: PageMeta, url: string): MetaDescriptor[] {
  const image = new URL(page.image ?? SHARE_PICTURE, `${page.siteUrl}/`).href;
  const descriptors: MetaDescriptor[] = [
    { property: "og:type", content: page.price === undefined ? "website" : "product" },
    { property: "og:site_name", content: page.shopName },
    { property: "og:locale", content: "fr_FR" },
    { property: "og:title", content: page.title },
    { property: "og:description", content: page.description },
    { property: "og:url", content: url },
    { property: "og:image", content: image },
    // Without them a chat shows a small picture the first time.
    ...(page.image ? [] : SHARE_PICTURE_SIZE),
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

/** What the document and the shop's frame loaded, as `meta` finds it among the matched routes. */
type FrameMatches = readonly [
  { loaderData?: { siteUrl: string } } | undefined,
  { loaderData?: { shop: { shop_name: string } } } | undefined,
  ...unknown[],
];

/** The site's address and name for `pageMeta`. Empty and «Yaaré» while an error page stands in for the frame. */
export function siteOf([document, frame]: FrameMatches): Pick<PageMeta, "siteUrl" | "shopName"> {
  return {
    siteUrl: document?.loaderData?.siteUrl ?? "",
    shopName: frame?.loaderData?.shop.shop_name ?? "Yaaré",
  };
}
