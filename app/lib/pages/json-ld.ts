/** Structured data (JSON-LD with schema.org's vocabulary), which search engines read from the HTML. */

export interface JsonLd {
  "@context": "https://schema.org";
  "@type": string;
  [property: string]: unknown;
}

/** An item of the breadcrumbs. */
export interface BreadcrumbPage {
  /** Path or absolute URL. */
  to: string;
  label: string;
}

/** The breadcrumbs of a page, from the home page to the page itself. */
export function breadcrumbJsonLd(siteUrl: string, breadcrumbs: readonly BreadcrumbPage[]): JsonLd {
  return {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: breadcrumbs.map(({ to, label }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: label,
      item: new URL(to, `${siteUrl}/`).href,
    })),
  };
}
