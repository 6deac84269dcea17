/** A page of the catalogue in schema.org's words: which products stand on it, in their order. */
import type { CardProduct } from "../../lib/card-product.ts";
import type { JsonLd } from "../../lib/json-ld.ts";

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
