import { expect, it } from "vitest";
import { hasFilters, parseOrdersSearchParams } from "./orders-search-params.ts";

const parse = (query: string) => parseOrdersSearchParams(new URLSearchParams(query));

it("parses search, status and days", () => {
  expect(parse("search=ORD-048213&status=pending&from=2026-11-01&to=2026-11-21")).toEqual({
    filters: {
      search: "ORD-048213",
      status: "pending",
      from: "2026-11-01",
      to: "2026-11-21",
      customer: null,
    },
    isSearchTooShort: false,
  });
});

it.each([
  "search=awa",
  "status=processing",
  "status=completed",
  "status=cancelled",
  "from=2026-11-01",
  "to=2026-11-21",
  "customer=5f0c1b1e-0000-4000-8000-000000000001",
])("%j is a filter", (query) => {
  expect(hasFilters(parse(query).filters)).toBe(true);
});

it.each([
  "",
  "status=en+route",
  "from=2026-02-30&to=21/11/2026",
  "from=1026-01-01",
  "page=3&sort=name",
  "customer=awa",
])("%j is no filter", (query) => {
  expect(hasFilters(parse(query).filters)).toBe(false);
});

it.each([
  ["a", true],
  ["+7", true],
  ["70 1", false],
  ["awa", false],
  ["", false],
])("a search for %j is too short: %s", (text, expected) => {
  const { filters, isSearchTooShort } = parse(`search=${encodeURIComponent(text)}`);
  expect(isSearchTooShort).toBe(expected);
  expect(filters.search).toBe(expected ? "" : text);
});
