import { expect, it } from "vitest";
import { isSlug, readableSlug, slugOf } from "./slugs.ts";

it("makes a slug readable", () => {
  expect(readableSlug("outils-electriques")).toBe("Outils electriques");
  expect(readableSlug("plomberie")).toBe("Plomberie");
  expect(readableSlug("--a--b-")).toBe("A b");
  expect(readableSlug("")).toBe("");
});

it("tells what may be a slug from what an address held in its place", () => {
  expect(isSlug("perceuse-a-percussion-2")).toBe(true);
  expect(["", "a\u0000b", "Scie", "vis/bois", "é"].filter(isSlug)).toEqual([]);
});

it.each([
  ["Électricité", "electricite"],
  ["Ali SAWADOGO", "ali-sawadogo"],
  ["Œuvres & façades  (Nº 2)", "oeuvres-facades-n-2"],
  [" -- Té\u0301né -- ", "tene"],
  ["?!", ""],
  ["a".repeat(201), "a".repeat(200)],
  [`${"a".repeat(199)} bis`, "a".repeat(199)],
])("makes the slug of %s", (text, slug) => {
  expect(slugOf(text)).toBe(slug);
});
