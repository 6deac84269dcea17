import { expect, it } from "vitest";
import type { CardProduct } from "#app/lib/models/card-product.ts";
import { joinPages } from "./appended-pages.ts";

function product(id: string, price = 1000): CardProduct {
  return {
    id,
    name: id,
    slug: id,
    price,
    old_price: null,
    discount: null,
    image: null,
    rating: 0,
    review_count: 0,
    brand: null,
    is_new: false,
    stock: 1,
    in_stock: true,
  };
}

const ids = (shown: { products: CardProduct[] }) => shown.products.map(({ id }) => id).join("");

it("shows a page alone when no earlier page is known", () => {
  const shown = joinPages(new Map([[1, [product("a")]]]), 3, [product("c")]);
  expect(ids(shown)).toBe("c");
  expect(shown.firstPage).toBe(3);
});

it("prepends the unbroken run of pages before it", () => {
  const pages = new Map([
    [1, [product("a")]],
    [2, [product("b")]],
    [3, [product("c")]],
  ]);
  expect(ids(joinPages(pages, 4, [product("d")]))).toBe("abcd");
  expect(joinPages(pages, 4, [product("d")]).firstPage).toBe(1);
});

it("shows a product that moved to the next page once, with its latest data", () => {
  const shown = joinPages(new Map([[1, [product("a"), product("b", 1000)]]]), 2, [
    product("b", 900),
    product("c"),
  ]);
  expect(ids(shown)).toBe("abc");
  expect(shown.products[1]?.price).toBe(900);
});
