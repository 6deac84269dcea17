import { expect, it } from "vitest";
import { toReorder } from "./reorder.ts";

const drill = {
  id: "a",
  name: "Perceuse",
  slug: "perceuse",
  price: 30_000,
  old_price: null,
  image: null,
  stock: 5,
};

it("takes the ordered quantities and the current prices", () => {
  expect(toReorder([{ id: "a", name: "Perceuse d'alors", quantity: 2 }], [drill])).toEqual({
    items: [{ ...drill, quantity: 2 }],
    missing: [],
    reduced: [],
  });
});

it("lists unavailable, sold-out and short products by name", () => {
  const lines = [
    { id: "a", name: "Perceuse", quantity: 9 },
    { id: "b", name: "Ciment", quantity: 1 },
    { id: "", name: "Vis", quantity: 1 },
  ];
  const cement = { ...drill, id: "b", name: "Ciment", stock: 0 };
  expect(toReorder(lines, [drill, cement])).toEqual({
    items: [{ ...drill, quantity: 5 }],
    missing: ["Ciment", "Vis"],
    reduced: ["Perceuse"],
  });
});

it("does not list a product whose stock is exactly the ordered quantity", () => {
  expect(toReorder([{ id: "a", name: "Perceuse", quantity: 5 }], [drill])).toEqual({
    items: [{ ...drill, quantity: 5 }],
    missing: [],
    reduced: [],
  });
});
