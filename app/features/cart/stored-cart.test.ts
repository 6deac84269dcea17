import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CartItem } from "./cart-items.ts";
import { parseCart, serializeCart } from "./stored-cart.ts";

const line = {
  id: "5f0c1b1e-0000-4000-8000-000000000001",
  name: "Perceuse",
  slug: "perceuse",
  price: 25_000,
  old_price: 30_000,
  image: "/pictures/perceuse-1-640.jpg",
  stock: 5,
  quantity: 2,
};
const parse = (value: unknown) => parseCart(JSON.stringify(value));

describe("parseCart", () => {
  it("parses what serializeCart wrote", () => {
    expect(parseCart(serializeCart([line]))).toEqual([line]);
  });

  it.each([null, "", "{", "null", "12", '"panier"', "{}", '{"items":3}'])(
    "parses %j as an empty cart",
    (text) => {
      expect(parseCart(text)).toEqual([]);
    },
  );

  it("parses lines that are wrapped in an object", () => {
    expect(parse({ items: [line], itemCount: 2 })).toEqual([line]);
  });

  it("replaces a missing or impossible quantity by 1", () => {
    for (const quantity of [undefined, null, 0, -3, "zwei", {}]) {
      expect(parse([{ ...line, quantity }])).toEqual([{ ...line, quantity: 1 }]);
    }
  });

  it("clamps the quantity to the stock", () => {
    expect(parse([{ ...line, quantity: 99 }])).toEqual([{ ...line, quantity: 5 }]);
  });

  it("parses amounts written as text and rounds fractions", () => {
    expect(parse([{ ...line, price: "25000", quantity: "2", old_price: 29_999.6 }])).toEqual([line]);
  });

  it("drops lines without an id, a name or a price, and keeps the others", () => {
    const bad = [null, 7, "x", [], { ...line, id: 3 }, { ...line, name: "" }, { ...line, price: -1 }];
    expect(parse([...bad, { ...line, price: "gratuit" }, { ...line, price: 1e300 }, line])).toEqual([line]);
  });

  it("fills in fields that an older cart did not store", () => {
    const { id, name, price } = line;
    expect(parse([{ id, name, price, quantity: 3 }])).toEqual([
      { id, name, price, slug: "", old_price: null, image: null, stock: 3, quantity: 3 },
    ]);
  });

  it("merges two lines of one product", () => {
    expect(parse([line, line])).toEqual([{ ...line, quantity: 4 }]);
  });

  it("returns a valid cart for any text", () => {
    const amount = fc.oneof(fc.integer(), fc.double(), fc.anything());
    const loose = fc.record(
      {
        id: fc.oneof(fc.string(), fc.anything()),
        name: fc.string(),
        price: amount,
        quantity: amount,
        stock: amount,
      },
      { requiredKeys: [] },
    );
    const texts = fc.oneof(
      fc.string(),
      fc.json(),
      fc.array(loose).map((lines) => JSON.stringify(lines) ?? ""),
    );
    let parsed = 0;
    fc.assert(
      fc.property(texts, (text) => {
        for (const item of parseCart(text)) {
          parsed += 1;
          expect(Number.isSafeInteger(item.price) && item.price >= 0).toBe(true);
          expect(Number.isSafeInteger(item.quantity) && item.quantity >= 1).toBe(true);
          expect(item.quantity).toBeLessThanOrEqual(Math.max(1, item.stock));
        }
      }),
      { numRuns: 300 },
    );
    expect(parsed).toBeGreaterThan(0);
  });
});

describe("what is sold by a unit", () => {
  const cable: CartItem = {
    ...{ id: "a", name: "Câble – 3G1,5", slug: "cable", price: 600, old_price: null, image: null, stock: 40 },
    ...{ quantity: 5, unit: "metre", step_size: 0.5, minimum_quantity: 4, variant: "3G1,5" },
  };

  it("is stored with its step", () => {
    expect(parseCart(serializeCart([cable]))).toEqual([cable]);
  });

  it.each([
    { unit: "mile" },
    { step_size: -1 },
    { step_size: "0,5" },
    { content_size: 3, content_unit: "box of" },
    { minimum_quantity: Number.NaN },
  ])("is a single piece where the text is wrong: %j", (wrong) => {
    const { unit: _unit, step_size: _step, minimum_quantity: _minimum, ...piece } = cable;
    expect(parseCart(JSON.stringify([{ ...piece, ...wrong }]))).toEqual([piece]);
  });
});
