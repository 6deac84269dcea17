import { expect, it } from "vitest";
import type { CartItem } from "./cart-items.ts";
import { reconcileCart } from "./reconcile-cart.ts";

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

it("leaves an up-to-date cart unchanged", () => {
  expect(reconcileCart([item], ["a"], [product])).toEqual({ items: [item], notices: [] });
});

it("takes over a new price and adds a notice", () => {
  expect(reconcileCart([item], ["a"], [{ ...product, price: 27_500 }])).toEqual({
    items: [{ ...item, price: 27_500 }],
    notices: [{ kind: "price", id: "a", before: 25_000, now: 27_500 }],
  });
});

it("lowers the quantity to the stock and adds a notice", () => {
  expect(reconcileCart([item], ["a"], [{ ...product, stock: 2 }])).toEqual({
    items: [{ ...item, stock: 2, quantity: 2 }],
    notices: [{ kind: "stock", id: "a", item: { ...item, stock: 2, quantity: 2 }, requested: 3 }],
  });
});

it("adds notices for both the price and the stock of a line", () => {
  expect(reconcileCart([item], ["a"], [{ ...product, stock: item.quantity }]).notices).toEqual([]);
  const { notices } = reconcileCart([item], ["a"], [{ ...product, stock: 1, price: 1_000 }]);
  expect(notices.map(({ kind }) => kind)).toEqual(["price", "stock"]);
});

it("removes unavailable and sold-out lines, and keeps each line in its notice", () => {
  const other = { ...item, id: "b" };
  expect(reconcileCart([item, other], ["a", "b"], [{ ...product, id: "b", stock: 0 }])).toEqual({
    items: [],
    notices: [
      { kind: "unavailable", id: "a", item },
      { kind: "sold-out", id: "b", item: other },
    ],
  });
});

it("takes over a new name, image and address without a notice", () => {
  const renamed = {
    ...product,
    name: "Perceuse 650 W",
    slug: "perceuse-650-w",
    image: "/pictures/p-640.jpg",
  };
  expect(reconcileCart([item], ["a"], [renamed])).toEqual({
    items: [{ ...renamed, quantity: 3 }],
    notices: [],
  });
});

it("leaves a line that was added after the request unchanged", () => {
  const added = { ...item, id: "new" };
  expect(reconcileCart([item, added], ["a"], [product]).items).toEqual([item, added]);
});

it("keeps at least the amount when the step was changed, and says by what it is sold now", () => {
  const cable: CartItem = { ...item, unit: "metre", step_size: 0.5, quantity: 5, stock: 40 };
  const now = { ...cable, step_size: 2, price: 4000, stock: 20 };
  const line = { ...now, quantity: 2 };
  expect(reconcileCart([cable], ["a"], [now])).toEqual({
    items: [line],
    notices: [{ kind: "step", id: "a", item: line }],
  });
});

it("compares what packets cover when another packet is sold", () => {
  const tiles: CartItem = {
    ...item,
    unit: "box",
    content_size: 1.44,
    content_unit: "square_metre",
    quantity: 3,
    stock: 9,
  };
  const { items } = reconcileCart([tiles], ["a"], [{ ...tiles, content_size: 1 }]);
  expect(items[0]?.quantity).toBe(5);
});

it("notices a product of pieces that is sold by the metre now", () => {
  const { items, notices } = reconcileCart([item], ["a"], [{ ...product, unit: "metre" }]);
  expect(items[0]?.quantity).toBe(3);
  expect(notices.map(({ kind }) => kind)).toEqual(["step"]);
});

it("raises the quantity to a new minimum, and removes what the stock cannot give", () => {
  const { items, notices } = reconcileCart([item], ["a"], [{ ...product, minimum_quantity: 4 }]);
  expect(items[0]?.quantity).toBe(4);
  expect(notices.map(({ kind }) => kind)).toEqual(["minimum"]);
  const { notices: gone } = reconcileCart([item], ["a"], [{ ...product, minimum_quantity: 6 }]);
  expect(gone.map(({ kind }) => kind)).toEqual(["sold-out"]);
});
