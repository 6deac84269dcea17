/** The server-rendered reviews, and the uncached page of a review link. */
import { randomUUID } from "node:crypto";
import { within } from "@testing-library/dom";
import { createUser } from "#backend/auth/accounts.ts";
import { expect, fetchDocument, test } from "#tests/support/pages/pages.ts";
import { createProduct } from "#tests/support/products.ts";
import { createReview, createReviewLink, toProductPath } from "#tests/support/reviews.ts";

test("each published review has its parts, newest first", async ({ shop }) => {
  const drill = await createProduct(shop.sql, { name: "Perceuse à colonne" });
  const values = { name: "Aïcha", rating: 2.5, is_verified: true, created_at: "2026-03-01T12:00:00Z" };
  await createReview(shop, drill, values);
  await createReview(shop, drill, { title: "Précise", helpful_count: 3, created_at: "2026-03-02T12:00:00Z" });
  await createReview(shop, drill, { title: "Cachée", is_published: false });
  const page = await fetchDocument(shop, toProductPath(drill));
  const panel = page.getElementById("avis");
  if (!panel) throw new Error("The product has no panel for its reviews.");
  expect(page.getElementById("avis-tab")?.textContent).toBe("Avis (2)");
  const [first, second, ...more] = panel.querySelectorAll("article");
  expect(more).toHaveLength(0);
  if (!first || !second) throw new Error("The server draws no two reviews.");
  expect(first.querySelector("h3")?.textContent).toBe("Précise");
  expect(first.textContent).toContain("Salif, le 2 mars 2026");
  expect(first.textContent).not.toContain("Achat vérifié");
  expect(first.querySelector("button")?.textContent).toBe("Utile (3)");
  expect(second.querySelector("h3")?.textContent).toBe("Avis sur Perceuse à colonne");
  expect(second.textContent).toContain("Aïcha, le 1er mars 2026");
  expect(second.textContent).toContain("Achat vérifié");
  expect(second.textContent).toContain("Un bon outil, je le garde.");
  expect(within(second).queryByRole("img", { name: "2,5 sur 5", hidden: true })).not.toBeNull();
  expect(second.querySelector("button")?.textContent).toBe("Utile");
  expect(second.querySelector("button")?.getAttribute("aria-pressed")).toBe("false");
  const tabs = panel.querySelectorAll("[role=tablist] [role=tab]");
  expect(Array.from(tabs, ({ textContent }) => textContent)).toEqual(["Tous les avis", "Donner mon avis"]);
  expect(panel.textContent).toContain("Basé sur 2 avis");
});

test("the page of a review link is not cached, not indexed, and does not repeat the token", async ({
  shop,
}) => {
  const email = `cliente-${randomUUID().slice(0, 8)}@exemple.bf`;
  const { id } = await createUser(shop.sql, { email, password: "mot-de-passe-1", confirmed: true });
  const { token } = await createReviewLink(shop, { id, email }, await createProduct(shop.sql));
  const response = await fetch(`${shop.url}/review?token=${token}`);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
  const text = await response.text();
  expect(text).not.toContain(token);
  const page = new DOMParser().parseFromString(text, "text/html");
  expect(page.querySelector("meta[name=robots]")?.getAttribute("content")).toBe("noindex");
  expect(page.querySelector("link[rel=canonical]")?.getAttribute("href")).toBe(`${shop.url}/review`);
});
