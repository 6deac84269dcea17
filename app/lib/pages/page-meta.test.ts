import { expect, it } from "vitest";
import { pageMeta } from "./page-meta.ts";

const page = {
  siteUrl: "https://yaare.bf",
  shopName: "Yaaré",
  path: "/terms",
  title: "Conditions",
  description: "Ce que la boutique et ses clients se doivent.",
};

it("adds the shop's name to the title, once", () => {
  expect(pageMeta(page)).toContainEqual({ title: "Conditions | Yaaré" });
  expect(pageMeta({ ...page, title: "Bienvenue chez Yaaré" })).toContainEqual({
    title: "Bienvenue chez Yaaré",
  });
});

it("sets the canonical URL, and the default image with its size for a page without an image", () => {
  const meta = pageMeta(page);
  expect(meta).toContainEqual({ tagName: "link", rel: "canonical", href: "https://yaare.bf/terms" });
  expect(meta).toContainEqual({ property: "og:image", content: "https://yaare.bf/share-card.jpg" });
  expect(meta).toContainEqual({ property: "og:image:width", content: "1200" });
  const withImage = pageMeta({ ...page, image: "/pictures/vis-1-640.jpg" });
  expect(withImage).toContainEqual({
    property: "og:image",
    content: "https://yaare.bf/pictures/vis-1-640.jpg",
  });
  expect(JSON.stringify(withImage)).not.toContain("og:image:width");
});

it("cuts a long description between two words", () => {
  const described = pageMeta({ ...page, description: "Un mot, ".repeat(40) }).find(
    (each) => "name" in each && each.name === "description",
  );
  expect(described).toMatchObject({ content: expect.stringMatching(/^(Un mot, )+(Un|Un mot,)…$/) });
  expect(JSON.stringify(described).length).toBeLessThan(230);
});

it("sets noindex only for a page with that option", () => {
  const robots = { name: "robots", content: "noindex" };
  expect(pageMeta(page)).not.toContainEqual(robots);
  expect(pageMeta({ ...page, noindex: true })).toContainEqual(robots);
});

it("adds the breadcrumbs and other structured data", () => {
  const breadcrumbs = [
    { to: "/", label: "Accueil" },
    { to: "/terms", label: "Conditions" },
  ];
  const extra = { "@context": "https://schema.org", "@type": "WebSite" } as const;
  const data = pageMeta({ ...page, breadcrumbs, jsonLd: [extra] }).filter((each) => "script:ld+json" in each);
  expect(data).toMatchObject([
    { "script:ld+json": { "@type": "BreadcrumbList" } },
    { "script:ld+json": { "@type": "WebSite" } },
  ]);
});
