import { expect, it } from "vitest";
import { createCardProduct } from "#app/lib/models/card-product.fixture.ts";
import type { CardProduct } from "#app/lib/models/card-product.ts";
import { joinPages } from "./appended-pages.ts";

const ids = (shown: { products: CardProduct[] }) => shown.products.map(({ id }) => id).join("");

it("shows a page alone when no earlier page is known", () => {
  const shown = joinPages(new Map([[1, [createCardProduct("a")]]]), 3, [createCardProduct("c")]);
  expect(ids(shown)).toBe("c");
  expect(shown.firstPage).toBe(3);
});

it("prepends the unbroken run of pages before it", () => {
  const pages = new Map([
    [1, [createCardProduct("a")]],
    [2, [createCardProduct("b")]],
    [3, [createCardProduct("c")]],
  ]);
  expect(ids(joinPages(pages, 4, [createCardProduct("d")]))).toBe("abcd");
  expect(joinPages(pages, 4, [createCardProduct("d")]).firstPage).toBe(1);
});

it("shows a product that moved to the next page once, with its latest data", () => {
  const shown = joinPages(new Map([[1, [createCardProduct("a"), createCardProduct("b")]]]), 2, [
    createCardProduct("b", { price: 900 }),
    createCardProduct("c"),
  ]);
  expect(ids(shown)).toBe("abc");
  expect(shown.products[1]?.price).toBe(900);
});
