import { expect, it } from "vitest";
import { humanizeSlug, isSlug, slugify, slugifyName } from "./slugs.ts";

it("makes a slug readable", () => {
  expect(humanizeSlug("outils-electriques")).toBe("Outils electriques");
  expect(humanizeSlug("plomberie")).toBe("Plomberie");
  expect(humanizeSlug("--a--b-")).toBe("A b");
  expect(humanizeSlug("")).toBe("");
});

it("accepts slugs only", () => {
  expect(isSlug("perceuse-a-percussion-2")).toBe(true);
  expect(["", "a\u0000b", "Scie", "vis/bois", "é"].filter(isSlug)).toEqual([]);
});

it.each([
  ["Électricité", "electricite"],
  ["Ali SAWADOGO", "ali-sawadogo"],
  ["Œuvres & façades  (Nº 2)", "oeuvres-facades-no-2"],
  [" -- Té\u0301né -- ", "tene"],
  ["?!", ""],
  ["a".repeat(201), "a".repeat(200)],
  [`${"a".repeat(199)} bis`, "a".repeat(199)],
])("makes the slug of %s", (text, slug) => {
  expect(slugify(text)).toBe(slug);
});

it.each([
  ["Scie 电", "scie"],
  ["电钻", "produit"],
  ["مسامير", "produit"],
  ["?!", ""],
  ["  ", ""],
])("makes a slug of the name %s, also in another script", (name, slug) => {
  expect(slugifyName(name, "produit")).toBe(slug);
});
