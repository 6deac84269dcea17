import { beforeEach, expect, it, vi } from "vitest";
import type { CardProduct } from "../../lib/card-product.ts";
import { keepPages } from "./kept-lists.ts";

const KEY = "/products?page=1";

function product(id: string): CardProduct {
  return {
    id,
    name: id,
    slug: id,
    price: 1000,
    old_price: null,
    discount: null,
    image: null,
    rating: 0,
    review_count: 0,
    is_new: false,
    stock: 1,
  };
}

let values: Map<string, string>;
beforeEach(() => {
  values = new Map([["react-router-scroll-positions", '{"entry":900}']]);
  vi.stubGlobal("document", { documentElement: { scrollHeight: 5000 } });
  vi.stubGlobal("window", {
    scrollY: 0,
    innerHeight: 800,
    scrollTo: vi.fn(),
    history: { state: { key: "entry" } },
    sessionStorage: {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => void values.set(key, value),
    },
  });
});

/** What is shown of a list whose second page a new document has loaded. */
function pagesOfNewDocument() {
  const pages = new Map([[2, [product("b")]]]);
  const show = vi.fn();
  keepPages(KEY, pages, 2, show);
  return {
    ids: [...pages].map(([number, [first]]) => `${number}${first?.id}`),
    shown: show.mock.calls.length,
  };
}

const storeFirstPage = () => values.set("lists", JSON.stringify([[KEY, [[1, [product("a")]]]]]));

it("puts the stored pages above the one that was loaded, for who was here before", () => {
  storeFirstPage();
  expect(pagesOfNewDocument()).toEqual({ ids: ["2b", "1a"], shown: 1 });
});

it("leaves the list of somebody who comes for the first time as it is, and stores it", () => {
  storeFirstPage();
  values.delete("react-router-scroll-positions");
  expect(pagesOfNewDocument()).toEqual({ ids: ["2b"], shown: 0 });
  expect(JSON.parse(values.get("lists") ?? "")).toEqual([[KEY, [[2, [product("b")]]]]]);
});

it.each(["{", "[[1,2]]", "7", `[["${KEY}",[[2,[]],["1",[]]]]]`])(
  "leaves the list as the address has it when the tab's storage holds «%s»",
  (nonsense) => {
    values.set("lists", nonsense);
    expect(pagesOfNewDocument()).toEqual({ ids: ["2b"], shown: 0 });
  },
);

it("shows no product that is not whole", () => {
  values.set("lists", JSON.stringify([[KEY, [[1, [{ id: 7 }, product("a")]]]]]));
  expect(pagesOfNewDocument()).toEqual({ ids: ["2b", "1a"], shown: 1 });
});

it("goes on without a storage", () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  vi.stubGlobal("window", {
    get sessionStorage() {
      throw new DOMException("denied", "SecurityError");
    },
  });
  expect(pagesOfNewDocument()).toEqual({ ids: ["2b"], shown: 0 });
  expect(logged).toHaveBeenCalledOnce();
});
