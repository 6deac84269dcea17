import { expect, it } from "vitest";
import type { CartItem } from "./cart-items.ts";
import { reviewCart } from "./cart-review.ts";

const item: CartItem = {
  id: "a",
  name: "Perceuse",
  slug: "perceuse",
  price: 25_000,
  old_price: null,
  image: null,
  stock: 5,
  quantity: 3,
};
const { quantity: _quantity, ...product } = item;

it("leaves a cart that is still true alone", () => {
  expect(reviewCart([item], ["a"], [product])).toEqual({ items: [item], notices: [] });
});

it("takes over a new price and says so", () => {
  expect(reviewCart([item], ["a"], [{ ...product, price: 27_500 }])).toEqual({
    items: [{ ...item, price: 27_500 }],
    notices: [{ kind: "price", id: "a", before: 25_000, now: 27_500 }],
  });
});

it("lowers the quantity to what is left and says so", () => {
  expect(reviewCart([item], ["a"], [{ ...product, stock: 2 }])).toEqual({
    items: [{ ...item, stock: 2, quantity: 2 }],
    notices: [{ kind: "stock", id: "a", available: 2, requested: 3 }],
  });
});

it("tells of a price and a shortage of the same line", () => {
  expect(reviewCart([item], ["a"], [{ ...product, stock: item.quantity }]).notices).toEqual([]);
  const { notices } = reviewCart([item], ["a"], [{ ...product, stock: 1, price: 1_000 }]);
  expect(notices.map(({ kind }) => kind)).toEqual(["price", "stock"]);
});

it("takes out what is gone or sold out, and keeps the line for its explanation", () => {
  const other = { ...item, id: "b" };
  expect(reviewCart([item, other], ["a", "b"], [{ ...product, id: "b", stock: 0 }])).toEqual({
    items: [],
    notices: [
      { kind: "gone", id: "a", item },
      { kind: "sold-out", id: "b", item: other },
    ],
  });
});

it("takes over a new name, picture and address without a word", () => {
  const renamed = {
    ...product,
    name: "Perceuse 650 W",
    slug: "perceuse-650-w",
    image: "/pictures/p-640.jpg",
  };
  expect(reviewCart([item], ["a"], [renamed])).toEqual({ items: [{ ...renamed, quantity: 3 }], notices: [] });
});

it("does not judge a line that was added after the question", () => {
  const added = { ...item, id: "new" };
  expect(reviewCart([item, added], ["a"], [product]).items).toEqual([item, added]);
});
