import { expect, it } from "vitest";
import { isFiltered, readProductsAsked } from "./products-address.ts";

const read = (query: string) => readProductsAsked(new URLSearchParams(query));

it("asks for the newest of all when the address says nothing", () => {
  const { filters, order, tooShort } = read("");
  expect(isFiltered(filters)).toBe(false);
  expect(order).toEqual({ by: "created_at", descending: true });
  expect(tooShort).toBe(false);
});

it("reads the search, each filter and the order", () => {
  const { filters, order } = read(
    "search=+perceuse+&category=outils-electriques&stock=low&mark=new&sort=stock",
  );
  expect(filters).toMatchObject({
    search: "perceuse",
    category: "outils-electriques",
    stock: { from: 1, to: 10 },
    mark: { column: "is_new" },
  });
  expect(isFiltered(filters)).toBe(true);
  expect(order).toEqual({ by: "stock", descending: false });
});

it.each(["search=abc", "category=none", "category=plomberie", "stock=out", "mark=new", "mark=featured"])(
  "takes %j alone for a filter",
  (query) => {
    expect(isFiltered(read(query).filters)).toBe(true);
  },
);

it("says when what was typed is too short, and shows everything meanwhile", () => {
  expect(read("search=ab")).toMatchObject({ tooShort: true, filters: { search: "" } });
  expect(read("search=abc")).toMatchObject({ tooShort: false, filters: { search: "abc" } });
});

it.each(["category=%27%3B+drop", "stock=lots", "mark=rare", "sort=password"])(
  "takes %s for nothing said",
  (query) => {
    expect(read(query)).toEqual(read(""));
  },
);
