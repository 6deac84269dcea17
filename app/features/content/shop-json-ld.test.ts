import { expect, it } from "vitest";
import { shopJsonLd } from "./shop-json-ld.ts";
import { defaultShopSettings } from "./shop-settings.tsx";

const shop = {
  ...defaultShopSettings,
  address: "Rue 12.34, Ouagadougou",
  phone: "25 30 11 22",
  email: "contact@yaare.bf",
};

it("describes the organization with its contact details", () => {
  const [organization] = shopJsonLd("https://yaare.bf", shop);
  expect(organization).toMatchObject({
    "@type": "Organization",
    name: "Yaaré",
    url: "https://yaare.bf/",
    foundingDate: "2020",
    address: { streetAddress: "Rue 12.34, Ouagadougou", addressCountry: "BF" },
    email: "contact@yaare.bf",
    telephone: "+226 25 30 11 22",
  });
});

it("describes the search of the site", () => {
  const [, site] = shopJsonLd("https://yaare.bf", shop);
  expect(site).toMatchObject({
    "@type": "WebSite",
    publisher: { "@id": "https://yaare.bf/#organization" },
    potentialAction: {
      "@type": "SearchAction",
      target: { urlTemplate: "https://yaare.bf/products?search={search_term_string}" },
      "query-input": "required name=search_term_string",
    },
  });
});

it("omits contact details when the settings could not be loaded", () => {
  const text = JSON.stringify(shopJsonLd("https://yaare.bf", defaultShopSettings));
  for (const key of ["address", "email", "telephone", "contactPoint"])
    expect(text).not.toContain(`"${key}":`);
});
