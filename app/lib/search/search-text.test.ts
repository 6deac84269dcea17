import { expect, it } from "vitest";
import { escapePostgresRegex, removeAccents } from "./search-text.ts";

it("matches every character literally", () => {
  const text = "a.b*c+d?(e)[f]{g}|h\\i^j$";
  expect(new RegExp(`^${escapePostgresRegex(text)}$`).test(text)).toBe(true);
  expect(escapePostgresRegex(".*")).toBe("\\.\\*");
});

it("removes accents from composed and decomposed letters", () => {
  expect(removeAccents("Ouédraogo Çelik ÎLE")).toBe("Ouedraogo Celik ILE");
  expect(removeAccents("e\u0301")).toBe("e");
});
