import { expect, it } from "vitest";
import { parseWishlist, serializeWishlist } from "./visitor-wishlist.ts";

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

it("parses what it serialized, in the same order", () => {
  const text = serializeWishlist([id(2), id(1)]);
  expect(JSON.parse(text)).toEqual({ version: 1, ids: [id(2), id(1)] });
  expect(parseWishlist(text)).toEqual([id(2), id(1)]);
});

it.each([
  null,
  "",
  "nonsense",
  '{"version":1,"ids":[',
  "null",
  "7",
  '"wishlist"',
  "{}",
  `["${id(1)}"]`,
  `{"ids":["${id(1)}"]}`,
  `{"version":2,"ids":["${id(1)}"]}`,
  `{"version":1,"ids":"${id(1)}"}`,
])("parses %s as an empty list", (text) => {
  expect(parseWishlist(text)).toEqual([]);
});

it("keeps valid ids, each once", () => {
  const ids = ["a", 7, null, {}, id(1), `${id(2)} `, id(1), id(3)];
  expect(parseWishlist(JSON.stringify({ version: 1, ids }))).toEqual([id(1), id(3)]);
});

it("drops the oldest ids beyond two hundred", () => {
  const ids = Array.from({ length: 205 }, (_, index) => id(index));
  expect(parseWishlist(serializeWishlist(ids))).toEqual(ids.slice(0, 200));
  expect(parseWishlist(JSON.stringify({ version: 1, ids }))).toHaveLength(200);
});
