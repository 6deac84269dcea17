import { expect, it } from "vitest";
import { isFiltered, readOrdersAsked } from "./orders-address.ts";

const asked = (query: string) => readOrdersAsked(new URLSearchParams(query));

it("reads search, status and days", () => {
  expect(asked("search=ORD-048213&status=pending&from=2026-11-01&to=2026-11-21")).toEqual({
    filters: { search: "ORD-048213", status: "pending", from: "2026-11-01", to: "2026-11-21" },
    tooShort: false,
  });
});

it.each([
  "search=awa",
  "status=processing",
  "status=completed",
  "status=cancelled",
  "from=2026-11-01",
  "to=2026-11-21",
])("takes %j for a filter", (query) => {
  expect(isFiltered(asked(query).filters)).toBe(true);
});

it.each(["", "status=en+route", "from=2026-02-30&to=21/11/2026", "from=1026-01-01", "page=3&sort=name"])(
  "takes %j for nothing",
  (query) => {
    expect(isFiltered(asked(query).filters)).toBe(false);
  },
);

it.each([
  ["ab", true],
  ["+7 0", true],
  ["70 1", false],
  ["awa", false],
  ["", false],
])("a search for %j is too short: %s", (text, tooShort) => {
  const { filters, tooShort: said } = asked(`search=${encodeURIComponent(text)}`);
  expect(said).toBe(tooShort);
  expect(filters.search).toBe(tooShort ? "" : text);
});
