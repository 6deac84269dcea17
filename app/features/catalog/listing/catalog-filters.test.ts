import { describe, expect, it } from "vitest";
import { getCatalogPath, getCatalogTitle, isIndexable, parseCatalogFilters } from "./catalog-filters.ts";

const read = (query: string) => parseCatalogFilters(new URLSearchParams(query));
const none = read("");

describe("parseCatalogFilters", () => {
  it("has no filters without parameters", () => {
    expect(none).toEqual({
      category: "",
      search: "",
      minPrice: 0,
      maxPrice: null,
      priceApplied: false,
      inStock: false,
      newOnly: false,
      page: 1,
    });
  });

  it("parses every filter", () => {
    expect(
      read("category=plomberie&search=+tube+&minPrice=5000&maxPrice=20000&inStock=true&newOnly=true&page=3"),
    ).toEqual({
      category: "plomberie",
      search: "tube",
      minPrice: 5000,
      maxPrice: 20000,
      priceApplied: true,
      inStock: true,
      newOnly: true,
      page: 3,
    });
  });

  it.each([
    "minPrice=abc&maxPrice=-5",
    "minPrice=1e9&maxPrice=Infinity",
    "page=-1",
    "page=0",
    "page=2.5",
    "page=zzz",
    "inStock=yes&newOnly=1",
    "search=%20%20&category=%20",
    "search=%00&category=%00%0a",
  ])("treats invalid values (%s) as absent", (query) => {
    expect({ ...read(query), priceApplied: false }).toEqual(none);
  });

  it("swaps reversed bounds", () => {
    expect(read("minPrice=50000&maxPrice=10000")).toMatchObject({ minPrice: 10000, maxPrice: 50000 });
  });

  it("has no upper bound at the slider's maximum", () => {
    expect(read("minPrice=0&maxPrice=100000").maxPrice).toBeNull();
    expect(read("minPrice=20000&maxPrice=999999999")).toMatchObject({ minPrice: 20000, maxPrice: null });
  });

  it("limits the length of the search and the page number", () => {
    expect(read(`search=${"a".repeat(500)}`).search).toHaveLength(100);
    expect(read("page=999999999").page).toBe(10_000);
  });
});

describe("getCatalogPath", () => {
  it("is the plain path without filters", () => {
    expect(getCatalogPath(none)).toBe("/products");
    expect(getCatalogPath({ category: "plomberie" })).toBe("/products?category=plomberie");
  });

  it("writes both bounds of an applied price range, also of the full one", () => {
    expect(getCatalogPath(read("minPrice=5000"))).toBe("/products?minPrice=5000&maxPrice=100000");
    expect(getCatalogPath(read("maxPrice=20000"))).toBe("/products?minPrice=0&maxPrice=20000");
    expect(getCatalogPath(read("minPrice=0&maxPrice=100000"))).toBe("/products?minPrice=0&maxPrice=100000");
  });

  it("is the inverse of parsing", () => {
    const filters = read(
      "category=a&search=clé+%26+vis&minPrice=5000&maxPrice=20000&inStock=true&newOnly=true&page=2",
    );
    expect(parseCatalogFilters(new URL(getCatalogPath(filters), "http://shop").searchParams)).toEqual(
      filters,
    );
  });
});

describe("getCatalogTitle", () => {
  it("prefers the search over the category over new arrivals", () => {
    const all = read("search=vis&category=quincaillerie&newOnly=true");
    expect(getCatalogTitle(all, "Quincaillerie")).toBe('Résultats pour "vis"');
    expect(getCatalogTitle({ ...all, search: "" }, "Quincaillerie")).toBe("Catégorie: Quincaillerie");
    expect(getCatalogTitle({ ...all, search: "", category: "" }, "")).toBe("Nouveaux Arrivages");
    expect(getCatalogTitle(none, "")).toBe("Tous les produits");
  });
});

it.each([
  ["", true],
  ["page=3", true],
  ["category=plomberie&page=2", true],
  ["newOnly=true", true],
  ["minPrice=0&maxPrice=100000", true],
  ["search=vis", false],
  ["minPrice=5000&maxPrice=100000", false],
  ["maxPrice=50000", false],
  ["inStock=true", false],
  ["category=plomberie&newOnly=true", false],
])("is indexable with %j: %j", (query, indexable) => {
  expect(isIndexable(parseCatalogFilters(new URLSearchParams(query)))).toBe(indexable);
});
