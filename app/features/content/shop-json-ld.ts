/** The schema.org Organization and WebSite of the home page: identity, contact details and search. */

import { formatPhone, normalizePhone } from "#app/lib/format/phone.ts";
import type { JsonLd } from "#app/lib/pages/json-ld.ts";
import type { ShopSettings } from "./shop-settings.tsx";

/** `siteUrl` without a trailing slash. Empty settings are left out. */
export function shopJsonLd(siteUrl: string, shop: ShopSettings): JsonLd[] {
  const home = `${siteUrl}/`;
  const organization = `${home}#organization`;
  const telephone = shop.phone ? formatPhone(normalizePhone(shop.phone)) : undefined;
  return [
    {
      "@context": "https://schema.org",
      "@type": "Organization",
      "@id": organization,
      name: shop.shop_name,
      url: home,
      logo: `${siteUrl}/apple-touch-icon.png`,
      image: `${siteUrl}/share-card.jpg`,
      foundingDate: "2020",
      areaServed: { "@type": "Country", name: "Burkina Faso" },
      address: shop.address
        ? { "@type": "PostalAddress", streetAddress: shop.address, addressCountry: "BF" }
        : undefined,
      email: shop.email || undefined,
      telephone,
      contactPoint: telephone && {
        "@type": "ContactPoint",
        contactType: "customer service",
        telephone,
        availableLanguage: "fr",
      },
    },
    {
      "@context": "https://schema.org",
      "@type": "WebSite",
      name: shop.shop_name,
      url: home,
      inLanguage: "fr",
      publisher: { "@id": organization },
      potentialAction: {
        "@type": "SearchAction",
        target: { "@type": "EntryPoint", urlTemplate: `${siteUrl}/products?search={search_term_string}` },
        "query-input": "required name=search_term_string",
      },
    },
  ];
}
