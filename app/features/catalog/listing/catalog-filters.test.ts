import { describe, expect, it } from "vitest";
import {
  countActiveFilters,
  getCatalogPath,
  getCatalogTitle,
  isIndexable,
  listFilteredColumns,
  listIgnoredPrices,
  parseCatalogFilters,
} from "./catalog-filters.ts";

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
      facets: [],
      sort: null,
      page: 1,
    });
  });

  it("parses every filter", () => {
    expect(
      read(
        "category=plomberie&search=+tube+&minPrice=5000&maxPrice=20000&inStock=true&newOnly=true&sort=rating&page=3",
      ),
    ).toEqual({
      category: "plomberie",
      search: "tube",
      minPrice: 5000,
      maxPrice: 20000,
      priceApplied: true,
      inStock: true,
      newOnly: true,
      facets: [],
      sort: "rating",
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
    "sort=",
    "sort=price",
    "sort=PRICE-ASC",
    "sort=rating%20desc",
    "sort=constructor",
  ])("treats invalid values (%s) as absent", (query) => {
    expect({ ...read(query), priceApplied: false }).toEqual(none);
  });

  it("swaps reversed bounds", () => {
    expect(read("minPrice=50000&maxPrice=10000")).toMatchObject({ minPrice: 10000, maxPrice: 50000 });
  });

  it("has no upper bound at the slider's maximum", () => {
    expect(read("minPrice=0&maxPrice=100000").maxPrice).toBeNull();
    expect(read("minPrice=150000&maxPrice=100000")).toMatchObject({ minPrice: 150_000, maxPrice: null });
  });

  it("reaches every price beyond the slider", () => {
    expect(read("minPrice=150000&maxPrice=400000")).toMatchObject({ minPrice: 150_000, maxPrice: 400_000 });
    expect(read("maxPrice=12500000")).toMatchObject({ minPrice: 0, maxPrice: 12_500_000 });
    expect(read("minPrice=400000&maxPrice=150000")).toMatchObject({ minPrice: 150_000, maxPrice: 400_000 });
  });

  it("has no order «newest» without a search: it is the documented one", () => {
    expect(read("sort=newest").sort).toBeNull();
    expect(read("sort=newest&search=vis").sort).toBe("newest");
  });

  it("limits the length of the search and the page number", () => {
    expect(read(`search=${"a".repeat(500)}`).search).toHaveLength(100);
    expect(read("page=999999999").page).toBe(10_000);
  });
});

it("lists the prices that are ignored, as they were typed", () => {
  const params = new URLSearchParams({ minPrice: " pas cher ", maxPrice: "20 000" });
  expect(listIgnoredPrices(params)).toEqual(["pas cher"]);
  expect(listIgnoredPrices(new URLSearchParams("minPrice=&maxPrice=5"))).toEqual([]);
});

it("counts the active filters, the price range as one, the search and the order not", () => {
  expect(countActiveFilters(none)).toBe(0);
  expect(countActiveFilters(read("search=vis&sort=rating&minPrice=0&maxPrice=100000"))).toBe(0);
  expect(countActiveFilters(read("category=a&minPrice=5000&maxPrice=20000&inStock=true&newOnly=true"))).toBe(
    4,
  );
});

it("a list by price is one that the prices of its products decide about", () => {
  expect(listFilteredColumns(read("sort=price-desc&inStock=true"))).toEqual(["price", "stock"]);
  expect(listFilteredColumns(read("sort=rating"))).toEqual([]);
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
      "category=a&search=clé+%26+vis&minPrice=5000&maxPrice=200000&inStock=true&newOnly=true&sort=price-asc&page=2",
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
  ["sort=price-asc", false],
  ["category=plomberie&sort=rating", false],
  ["sort=newest", true],
])("is indexable with %j: %j", (query, indexable) => {
  expect(isIndexable(parseCatalogFilters(new URLSearchParams(query)))).toBe(indexable);
});

describe("facets", () => {
  it("are read in one order, stand in the path and count as filters", () => {
    const filters = read("facet=couleur:gris&facet=puissance:500-&facet=puissance:-1000&facet=couleur:gris");
    expect(filters.facets).toEqual(["couleur:gris", "puissance:500-1000"]);
    expect(getCatalogPath(filters)).toBe("/products?facet=couleur%3Agris&facet=puissance%3A500-1000");
    expect(countActiveFilters(filters)).toBe(2);
    expect(isIndexable(filters)).toBe(false);
    expect(listFilteredColumns(filters)).toEqual(["attributes"]);
  });

  it("have pages that are found by their number only", () => {
    const after = "11111111-1111-4111-8111-111111111111";
    expect(read(`facet=couleur:gris&page=500&after=${after}`).after).toBeUndefined();
  });
});
