import { expect, it } from "vitest";
import { hasFilters, parseProductsSearchParams } from "./products-search-params.ts";

const parse = (query: string) => parseProductsSearchParams(new URLSearchParams(query));

it("defaults to the newest of all products", () => {
  const { filters, order, isSearchTooShort } = parse("");
  expect(hasFilters(filters)).toBe(false);
  expect(order).toEqual({ by: "created_at", descending: true });
  expect(isSearchTooShort).toBe(false);
});

it("parses the search, each filter and the sort order", () => {
  const { filters, order } = parse(
    "search=+perceuse+&category=outils-electriques&stock=low&mark=new&sort=stock",
  );
  expect(filters).toMatchObject({
    search: "perceuse",
    category: "outils-electriques",
    stock: { from: 1, to: 10 },
    mark: { column: "is_new" },
  });
  expect(hasFilters(filters)).toBe(true);
  expect(order).toEqual({ by: "stock", descending: false });
});

it.each(["search=abc", "category=none", "category=plomberie", "stock=out", "mark=new", "mark=featured"])(
  "%j alone is a filter",
  (query) => {
    expect(hasFilters(parse(query).filters)).toBe(true);
  },
);

it("reports a search that is too short, and shows all products", () => {
  expect(parse("search=a")).toMatchObject({ isSearchTooShort: true, filters: { search: "" } });
  expect(parse("search=ab")).toMatchObject({ isSearchTooShort: false, filters: { search: "ab" } });
});

it.each(["category=%27%3B+drop", "stock=lots", "mark=rare", "sort=password"])("ignores %s", (query) => {
  expect(parse(query)).toEqual(parse(""));
});
