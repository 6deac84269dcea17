/** The schema.org ItemList of a catalogue page: its products, in their order. */
import type { CardProduct } from "#app/lib/models/card-product.ts";
import type { JsonLd } from "#app/lib/pages/json-ld.ts";

/** `siteUrl` without a trailing slash. */
export function catalogJsonLd(siteUrl: string, products: readonly Pick<CardProduct, "slug">[]): JsonLd {
  return {
    "@context": "https://schema.org",
    "@type": "ItemList",
    itemListElement: products.map(({ slug }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      url: `${siteUrl}/product/${slug}`,
    })),
  };
}
