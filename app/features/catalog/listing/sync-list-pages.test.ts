import { beforeEach, expect, it, vi } from "vitest";
import { createCardProduct } from "#app/lib/models/card-product.fixture.ts";
import { createMemoryStorage } from "#app/lib/storage/memory-storage.fixture.ts";
import { syncListPages } from "./sync-list-pages.ts";

const KEY = "/products?page=1";

let values: Map<string, string>;
beforeEach(() => {
  values = new Map([["react-router-scroll-positions", '{"entry":900}']]);
  vi.stubGlobal("document", { documentElement: { scrollHeight: 5000 } });
  vi.stubGlobal("window", {
    scrollY: 0,
    innerHeight: 800,
    scrollTo: vi.fn(),
    history: { state: { key: "entry" } },
    sessionStorage: createMemoryStorage(values),
  });
});

/** Runs `syncListPages` for a list whose second page a new document has loaded. */
function pagesOfNewDocument() {
  const pages = new Map([[2, [createCardProduct("b")]]]);
  const show = vi.fn();
  syncListPages(KEY, pages, 2, show);
  return {
    ids: [...pages].map(([number, [first]]) => `${number}${first?.id}`),
    shown: show.mock.calls.length,
  };
}

const storeFirstPage = () => values.set("lists", JSON.stringify([[KEY, [[1, [createCardProduct("a")]]]]]));

it("prepends the stored pages for a returning visitor", () => {
  storeFirstPage();
  expect(pagesOfNewDocument()).toEqual({ ids: ["2b", "1a"], shown: 1 });
});

it("leaves the list of a first visit unchanged, and stores it", () => {
  storeFirstPage();
  values.delete("react-router-scroll-positions");
  expect(pagesOfNewDocument()).toEqual({ ids: ["2b"], shown: 0 });
  expect(JSON.parse(values.get("lists") ?? "")).toEqual([[KEY, [[2, [createCardProduct("b")]]]]]);
});

it.each(["{", "[[1,2]]", "7", `[["${KEY}",[[2,[]],["1",[]]]]]`])(
  "leaves the list unchanged when the session storage holds «%s»",
  (text) => {
    values.set("lists", text);
    expect(pagesOfNewDocument()).toEqual({ ids: ["2b"], shown: 0 });
  },
);

it("drops stored products that are invalid", () => {
  values.set("lists", JSON.stringify([[KEY, [[1, [{ id: 7 }, createCardProduct("a")]]]]]));
  expect(pagesOfNewDocument()).toEqual({ ids: ["2b", "1a"], shown: 1 });
});

it("works without session storage", () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  vi.stubGlobal("window", {
    get sessionStorage() {
      throw new DOMException("denied", "SecurityError");
    },
  });
  expect(pagesOfNewDocument()).toEqual({ ids: ["2b"], shown: 0 });
  expect(logged).toHaveBeenCalledOnce();
});
