import { describe, expect, it } from "vitest";
import { catalogPath, catalogTitle, isListed, readFilters } from "./catalog-filters.ts";

const read = (query: string) => readFilters(new URLSearchParams(query));
const none = read("");

describe("readFilters", () => {
  it("asks for everything when the address says nothing", () => {
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

  it("reads every filter", () => {
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
  ])("takes nonsense (%s) as if it were absent", (query) => {
    expect({ ...read(query), priceApplied: false }).toEqual(none);
  });

  it("puts swapped bounds right", () => {
    expect(read("minPrice=50000&maxPrice=10000")).toMatchObject({ minPrice: 10000, maxPrice: 50000 });
  });

  it("has no upper bound at the slider's end", () => {
    expect(read("minPrice=0&maxPrice=100000").maxPrice).toBeNull();
    expect(read("minPrice=20000&maxPrice=999999999")).toMatchObject({ minPrice: 20000, maxPrice: null });
  });

  it("bounds what it passes on", () => {
    expect(read(`search=${"a".repeat(500)}`).search).toHaveLength(100);
    expect(read("page=999999999").page).toBe(10_000);
  });
});

describe("catalogPath", () => {
  it("is the bare address without filters", () => {
    expect(catalogPath(none)).toBe("/products");
    expect(catalogPath({ category: "plomberie" })).toBe("/products?category=plomberie");
  });

  it("writes both ends of an applied price range, the full one too", () => {
    expect(catalogPath(read("minPrice=5000"))).toBe("/products?minPrice=5000&maxPrice=100000");
    expect(catalogPath(read("maxPrice=20000"))).toBe("/products?minPrice=0&maxPrice=20000");
    expect(catalogPath(read("minPrice=0&maxPrice=100000"))).toBe("/products?minPrice=0&maxPrice=100000");
  });

  it("is read back as it was written", () => {
    const filters = read(
      "category=a&search=clé+%26+vis&minPrice=5000&maxPrice=20000&inStock=true&newOnly=true&page=2",
    );
    expect(readFilters(new URL(catalogPath(filters), "http://shop").searchParams)).toEqual(filters);
  });
});

describe("catalogTitle", () => {
  it("puts search above category above new arrivals", () => {
    const all = read("search=vis&category=quincaillerie&newOnly=true");
    expect(catalogTitle(all, "Quincaillerie")).toBe('Résultats pour "vis"');
    expect(catalogTitle({ ...all, search: "" }, "Quincaillerie")).toBe("Catégorie: Quincaillerie");
    expect(catalogTitle({ ...all, search: "", category: "" }, "")).toBe("Nouveaux Arrivages");
    expect(catalogTitle(none, "")).toBe("Tous les produits");
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
])("lists %j for search engines: %j", (query, listed) => {
  expect(isListed(readFilters(new URLSearchParams(query)))).toBe(listed);
});
