import { expect, test } from "vitest";
import { slugOf } from "./slug-of.ts";

test.each([
  ["Plomberie", "plomberie"],
  ["Électricité", "electricite"],
  ["Œuvre & Maçonnerie", "oeuvre-maconnerie"],
  ["  Vis,  clous / boulons !", "vis-clous-boulons"],
  ["--Outils__220 V--", "outils-220-v"],
  ["ÀÉÎÕÜÇ", "aeiouc"],
  ["工具 ...", ""],
  ["", ""],
])("«%s» becomes «%s»", (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

test("a long name's slug ends within the limit, not with a hyphen", () => {
  expect(slugOf("a".repeat(300))).toHaveLength(200);
  expect(slugOf(`${"a".repeat(199)} b`)).toBe("a".repeat(199));
});
