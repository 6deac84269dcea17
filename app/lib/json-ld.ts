/** Pages in schema.org's words (JSON-LD), which search engines read from the HTML. */

export interface JsonLd {
  "@context": "https://schema.org";
  "@type": string;
  [property: string]: unknown;
}

/** A page that breadcrumbs lead to. */
export interface BreadcrumbPage {
  /** Path, or the whole address. */
  to: string;
  label: string;
}

/** The way to a page from the home page on; the page itself comes last. */
export function breadcrumbJsonLd(siteUrl: string, trail: readonly BreadcrumbPage[]): JsonLd {
  return {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: trail.map(({ to, label }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: label,
      item: new URL(to, `${siteUrl}/`).href,
    })),
  };
}
