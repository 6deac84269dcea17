import { describe, expect, it } from "vitest";
import {
  addProduct,
  DELETED_POINT,
  EMPTY_ORDER,
  type FoundProduct,
  getDraftLabel,
  parseStaffOrder,
  pickProduct,
  retainDiscounts,
  TAKEN_ALONG,
  toSentOrder,
} from "./staff-order.ts";

const cement: FoundProduct = {
  id: "c",
  name: "Ciment",
  reference: "CIM-50",
  barcode: null,
  minimum_quantity: 1,
  sold_by: {},
  price: 6000,
  stock: 9,
  image: null,
};
const order = addProduct({ ...EMPTY_ORDER, city: "Kaya", day: "2026-12-01", half: "morning" }, cement);

describe("an order that staff enter", () => {
  it("is sent with numbers, and with what is none as it was typed", () => {
    const [line] = order.lines;
    if (!line) throw new Error("no line");
    const typed = {
      ...order,
      fee: "1 500",
      discount: "dix",
      lines: [{ ...line, quantity: "1,5", discount: "500" }],
    };
    expect(toSentOrder(typed)).toMatchObject({
      fee: 1500,
      discount: "dix",
      items: [{ id: "c", quantity: "1,5", discount: 500 }],
      delivery_day: "2026-12-01",
      delivery_half: "morning",
    });
    expect(toSentOrder(order)).toMatchObject({
      fee: null,
      discount: 0,
      items: [{ quantity: 1, discount: 0 }],
    });
  });

  it("names the lines of an order that exists by their position", () => {
    const [line] = order.lines;
    if (!line) throw new Error("no line");
    const { items } = toSentOrder({ ...order, lines: [{ ...line, position: 2 }] });
    expect(items).toEqual([{ position: 2, quantity: 1, discount: 0 }]);
  });

  it("has neither an address nor a day when it is fetched or taken along", () => {
    const none = { shipping_address: {}, delivery_day: null, delivery_half: null };
    expect(toSentOrder({ ...order, pickupPoint: TAKEN_ALONG })).toMatchObject({
      ...none,
      pickup_point_id: null,
    });
    expect(toSentOrder({ ...order, pickupPoint: DELETED_POINT })).toMatchObject({
      ...none,
      pickup_point_id: null,
    });
    expect(toSentOrder({ ...order, pickupPoint: "p" })).toMatchObject({ ...none, pickup_point_id: "p" });
  });

  it("counts a product that is added again", () => {
    expect(addProduct(order, cement).lines).toMatchObject([{ id: "c", quantity: "2" }]);
    expect(addProduct(order, { ...cement, id: "d" }).lines).toHaveLength(2);
  });

  it("is read from a draft of any age, and has a label there", () => {
    expect(parseStaffOrder(structuredClone(order))).toEqual(order);
    expect(parseStaffOrder({ name: "Awa", lines: [{ id: 1 }] })).toMatchObject({ name: "Awa", lines: [] });
    expect(parseStaffOrder(null)).toMatchObject({ name: "" });
    expect(getDraftLabel({ ...order, name: " Awa " })).toBe("Awa");
    expect(getDraftLabel({ ...order, phone: "70 11 22 33" })).toBe("70 11 22 33");
    expect(getDraftLabel(order)).toBe("Sans nom");
  });
});

describe("a scanned code", () => {
  const tap = { ...cement, id: "t", reference: "CIM-500" };
  it.each([
    ["cim-50", [cement, tap], "c"],
    ["robinet", [tap], "t"],
    ["cim", [cement, tap], undefined],
    ["rien", [], undefined],
  ])("%s names one product or none", (query, found, id) => {
    expect(pickProduct(query, found)?.id).toBe(id);
  });
});

describe("the discount of a line whose quantity is changed", () => {
  const stored = { ...cement, ...{ unit_price: 6000, position: 1, quantity: "5", discount: "812" } };
  const change = (before: typeof stored, quantity: string) =>
    retainDiscounts([{ ...before, quantity }], [before], [stored])[0];

  it("stays in proportion, and is no more for more pieces", () => {
    expect(change(stored, "3")).toMatchObject({ quantity: "3", discount: "487" });
    expect(change({ ...stored, quantity: "3", discount: "487" }, "9")).toMatchObject({ discount: "812" });
    expect(change({ ...stored, quantity: "" }, "1")).toMatchObject({ discount: "162" });
  });

  it("is the one that was typed", () => {
    expect(change({ ...stored, discount: "500" }, "3")).toMatchObject({ discount: "500" });
    const typed = { ...stored, discount: "" };
    expect(retainDiscounts([typed], [stored], [stored])).toEqual([typed]);
  });
});
