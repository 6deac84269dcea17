import { expect, test } from "vitest";
import {
  formatCounts,
  isPicked,
  leaveOrders,
  listPickedOrders,
  listSurplus,
  type PickItem,
  scanCode,
} from "./pick-list.ts";

const drill: PickItem = {
  product_id: "drill",
  name: "Perceuse",
  variant_id: null,
  reference: "PER-01",
  barcode: null,
  sold_by: {},
  shelf: "B2",
  image: null,
  quantity: 2,
  orders: [
    { id: "1", number: "ORD-1", quantity: 1, contents: "1" },
    { id: "2", number: "ORD-2", quantity: 1, contents: "2" },
  ],
};
const saw: PickItem = {
  ...drill,
  product_id: null,
  name: "Scie",
  reference: null,
  quantity: 1,
  orders: [{ id: "2", number: "ORD-2", quantity: 1, contents: "2" }],
};

test("a code takes one piece, however it is written, and no more than the orders need", () => {
  const first = scanCode([saw, drill], {}, " per-01 ");
  expect(first).toEqual({ picked: { drill: 1 }, message: "Perceuse : 1 sur 2", isError: false });
  expect(isPicked(drill, first.picked)).toBe(false);
  const second = scanCode([saw, drill], first.picked, "PER-01");
  expect(isPicked(drill, second.picked)).toBe(true);
  expect(scanCode([saw, drill], second.picked, "PER-01")).toMatchObject({
    picked: { drill: 2 },
    message: "Perceuse : tout y est déjà.",
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

test("a bar code takes a variant, one packet at a time", () => {
  const grey: PickItem = {
    ...drill,
    product_id: "tile",
    variant_id: "grey",
    name: "Dalle – gris",
    barcode: "6120",
  };
  const beige: PickItem = {
    ...grey,
    ...{ variant_id: "beige", name: "Dalle – beige", barcode: "6121" },
    sold_by: { unit: "box", content_size: 1.44, content_unit: "square_metre" },
  };
  const { picked } = scanCode([grey, beige], {}, "6121");
  expect(scanCode([grey, beige], picked, "6121").picked).toEqual({ "beige 1 box 1.44 square_metre": 2 });
  expect(scanCode([grey, beige], { "beige 1 box 1.44 square_metre": 2 }, "6121").message).toBe(
    "Dalle – beige : tout y est déjà.",
  );
});

test("an article of two steps is two items, of which a code takes what is still missing", () => {
  const metres: PickItem = { ...drill, quantity: 1, sold_by: { unit: "metre", step_size: 0.5 } };
  const first = scanCode([metres, drill], {}, "PER-01");
  expect(scanCode([metres, drill], first.picked, "PER-01").picked).toEqual({
    "drill 0.5 metre": 1,
    drill: 1,
  });
});

test("what was taken for an order that left the list is to be put back, not what went into its parcel", () => {
  const picked = { drill: 2, Scie: 1 };
  expect(listSurplus([drill, saw], picked)).toEqual([]);
  const [first] = drill.orders;
  if (!first) throw new Error("no order");
  const left = { ...drill, quantity: 1, orders: [first] };
  expect(listSurplus([left], picked)).toEqual([
    { key: "drill", count: 1, needed: 1 },
    { key: "Scie", count: 1, needed: 0 },
  ]);
  const rest = leaveOrders([drill, saw], picked, new Set(["2"]));
  expect(rest).toEqual({ drill: 1, Scie: 0 });
  expect(listSurplus([left], rest)).toEqual([]);
});

test("counts are said in the unit, not in steps", () => {
  const metres: PickItem = { ...drill, quantity: 3, sold_by: { unit: "metre", step_size: 0.5 } };
  expect(formatCounts(0, metres)).toBe("1,5\u00a0m");
  expect(scanCode([metres], {}, "PER-01").message).toBe("Perceuse : 0,5 sur 1,5\u00a0m");
  expect(formatCounts(1, drill)).toBe("1 sur 2");
});
