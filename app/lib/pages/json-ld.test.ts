import { expect, it } from "vitest";
import { breadcrumbJsonLd } from "./json-ld.ts";

it("numbers the items from the home page on, with absolute URLs", () => {
  const breadcrumbs = [
    { to: "/", label: "Accueil" },
    { to: "/products?category=plomberie", label: "Plomberie" },
  ];
  expect(breadcrumbJsonLd("https://yaare.bf", breadcrumbs)).toEqual({
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: [
      { "@type": "ListItem", position: 1, name: "Accueil", item: "https://yaare.bf/" },
      {
        "@type": "ListItem",
        position: 2,
        name: "Plomberie",
        item: "https://yaare.bf/products?category=plomberie",
      },
    ],
  });
});
