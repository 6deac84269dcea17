import { expect, it } from "vitest";
import { literalRegex, withoutAccents } from "./search-text.ts";

it("finds every sign as it is written", () => {
  const text = "a.b*c+d?(e)[f]{g}|h\\i^j$";
  expect(new RegExp(`^${literalRegex(text)}$`).test(text)).toBe(true);
  expect(literalRegex(".*")).toBe("\\.\\*");
});

it("leaves accents out, of letters in one sign or in two", () => {
  expect(withoutAccents("Ouédraogo Çelik ÎLE")).toBe("Ouedraogo Celik ILE");
  expect(withoutAccents("e\u0301")).toBe("e");
});
