import { expect, test } from "vitest";
import { isPicked, listPickedOrders, type PickItem, scanCode } from "./pick-list.ts";

const drill: PickItem = {
  product_id: "drill",
  name: "Perceuse",
  reference: "PER-01",
  shelf: "B2",
  image: null,
  quantity: 2,
  orders: [
    { id: "1", number: "ORD-1", quantity: 1 },
    { id: "2", number: "ORD-2", quantity: 1 },
  ],
};
const saw: PickItem = {
  ...drill,
  product_id: null,
  name: "Scie",
  reference: null,
  quantity: 1,
  orders: [{ id: "2", number: "ORD-2", quantity: 1 }],
};

test("a code takes one piece, however it is written, and no more than the orders need", () => {
  const first = scanCode([saw, drill], {}, " per-01 ");
  expect(first).toEqual({ picked: { drill: 1 }, message: "Perceuse : 1 sur 2", isError: false });
  expect(isPicked(drill, first.picked)).toBe(false);
  const second = scanCode([saw, drill], first.picked, "PER-01");
  expect(isPicked(drill, second.picked)).toBe(true);
  expect(scanCode([saw, drill], second.picked, "PER-01")).toMatchObject({
    picked: { drill: 2 },
    message: "Perceuse : les 2 pièces y sont déjà.",
    isError: true,
  });
});

test("an unknown code takes nothing, also where a product has no code", () => {
  for (const code of ["PER-02", ""]) {
    expect(scanCode([saw, drill], {}, code)).toMatchObject({ picked: {}, isError: true });
  }
});

test("the orders of a list are each there once", () => {
  expect(listPickedOrders([saw, drill]).map(({ id }) => id)).toEqual(["2", "1"]);
});
