import { describe, expect, it } from "vitest";
import {
  addItem,
  type CartItem,
  type CartProduct,
  calculateShipping,
  calculateSubtotal,
  ensureItem,
  formatCartCount,
  formatCartName,
  parseQuantity,
  removeItem,
  restoreItem,
  setItemQuantity,
} from "./cart-items.ts";

const drill: CartProduct = {
  id: "drill",
  name: "Perceuse",
  slug: "perceuse",
  price: 25_000,
  old_price: null,
  image: null,
  stock: 5,
};
const cement: CartProduct = {
  ...drill,
  id: "cement",
  name: "Ciment",
  slug: "ciment",
  price: 6_500,
  stock: 100,
};
const line = (product: CartProduct, quantity: number): CartItem => ({ ...product, quantity });

describe("addItem", () => {
  it("appends a new product after the others", () => {
    expect(addItem([line(drill, 1)], cement, 1)).toEqual([line(drill, 1), line(cement, 1)]);
  });

  it("increases the quantity of an existing line without moving it", () => {
    expect(addItem([line(drill, 2), line(cement, 1)], drill, 2)).toEqual([line(drill, 4), line(cement, 1)]);
  });

  it("limits the quantity to the stock and takes the latest price", () => {
    expect(addItem([line(drill, 4)], { ...drill, price: 24_000 }, 3)).toEqual([
      { ...drill, price: 24_000, quantity: 5 },
    ]);
  });

  it("keeps the prices by quantity that a card does not know, as long as the price is the same", () => {
    const steps = [{ minimum_quantity: 10, price: 20_000 }];
    const items = [{ ...line(drill, 1), price_steps: steps }];
    expect(addItem(items, drill, 1)).toEqual([{ ...line(drill, 2), price_steps: steps }]);
    expect(addItem(items, { ...drill, price: 24_000 }, 1)).toEqual([line({ ...drill, price: 24_000 }, 2)]);
  });

  it("keeps only the fields of a cart line", () => {
    const product = { ...drill, description: "long" };
    expect(Object.keys(addItem([], product, 1)[0] ?? {})).not.toContain("description");
  });
});

describe("ensureItem", () => {
  it("adds the product, and only the pieces that are missing", () => {
    expect(ensureItem([line(cement, 1)], drill, 2)).toEqual([line(cement, 1), line(drill, 2)]);
    expect(ensureItem([line(drill, 1)], drill, 3)).toEqual([line(drill, 3)]);
  });

  it("leaves a line with as many pieces or more, and never exceeds the stock", () => {
    const items = [line(drill, 2)];
    for (const quantity of [1, 2]) expect(ensureItem(items, drill, quantity)).toBe(items);
    expect(ensureItem([line(drill, 4)], drill, 9)).toEqual([line(drill, 5)]);
  });
});

describe("setItemQuantity", () => {
  it("applies only quantities greater than 0", () => {
    const items = [line(drill, 2)];
    for (const quantity of [0, -1, Number.NaN]) expect(setItemQuantity(items, "drill", quantity)).toBe(items);
    expect(setItemQuantity(items, "drill", 3)).toEqual([line(drill, 3)]);
    expect(setItemQuantity(items, "drill", 1)).toEqual([line(drill, 1)]);
  });

  it("clamps to the stock and to whole pieces", () => {
    expect(setItemQuantity([line(drill, 2)], "drill", 99)).toEqual([line(drill, 5)]);
    expect(setItemQuantity([line(drill, 2)], "drill", 3.7)).toEqual([line(drill, 3)]);
  });
});

describe("removeItem and restoreItem", () => {
  const items = [line(drill, 2), line(cement, 1)];

  it("puts a removed line back where it was", () => {
    expect(restoreItem(removeItem(items, "drill"), line(drill, 2), 0)).toEqual(items);
  });

  it("keeps a line that was added in the meantime", () => {
    const again = addItem(removeItem(items, "drill"), drill, 1);
    expect(restoreItem(again, line(drill, 2), 0)).toBe(again);
  });
});

it("sums prices", () => {
  const items = [line(drill, 2), line(cement, 10)];
  expect(calculateSubtotal(items)).toBe(115_000);
});

it("charges a flat shipping fee, and none for an empty cart", () => {
  expect([115_000, 1, 0].map((subtotal) => calculateShipping(subtotal, 2000))).toEqual([2000, 2000, 0]);
});

it("names the cart with its articles, and shortens their number for the badge", () => {
  expect([0, 1, 2].map(formatCartName)).toEqual([
    "Panier : 0 article",
    "Panier : 1 article",
    "Panier : 2 articles",
  ]);
  expect([1, 99, 100].map(formatCartCount)).toEqual(["1", "99", "99+"]);
});

it("parses typed quantities; text that is not a number is 1", () => {
  expect(["3", " 12 ", "4 sacs", "-2", "abc", ""].map(parseQuantity)).toEqual([3, 12, 4, -2, 1, 1]);
});

describe("what is sold by a unit", () => {
  const cable: CartProduct = {
    ...drill,
    id: "cable",
    unit: "metre",
    step_size: 0.5,
    minimum_quantity: 4,
    content_size: 0.75,
    content_unit: "kilogram",
    stock: 40,
  };

  it("is added from the minimum on, and keeps what a step is", () => {
    expect(addItem([], cable, 1)).toEqual([{ ...cable, quantity: 4 }]);
    expect(addItem([line(cable, 4)], cable, 1)).toEqual([line(cable, 5)]);
    expect(setItemQuantity([line(cable, 8)], "cable", 2)).toEqual([line(cable, 4)]);
  });

  it("is stored as before where it is a single piece", () => {
    const plain: CartProduct = {
      ...drill,
      ...{
        unit: "piece",
        step_size: 1,
        minimum_quantity: 1,
        content_size: null,
        content_unit: null,
        variant: null,
      },
    };
    expect(addItem([], plain, 2)).toEqual([line(drill, 2)]);
  });
});
