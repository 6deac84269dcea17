import { describe, expect, it } from "vitest";
import { type OrderRequest, toOrderRow } from "./order.ts";
import { toOrderError } from "./order-error.ts";

const request: OrderRequest = {
  id: "5f0c1b1e-0000-4000-8000-000000000001",
  email: "awa@example.bf",
  recipient: {
    firstName: "Awa",
    lastName: "Ouédraogo",
    phone: "+22670123456",
    address: "Secteur 15, rue 15.42, derrière la pharmacie",
    city: "Ouagadougou",
    postalCode: "",
    quarter: "",
    landmark: "",
    position: "",
    pickupPoint: "",
    deliveryDay: "",
    deliveryHalf: "",
    notes: "",
  },
  method: "cod",
  lines: [
    { id: "a", name: "Perceuse", price: 25_000, quantity: 2, image: "/pictures/perceuse-1-640.jpg" },
    { id: "b", name: "Ciment", price: 6_500, quantity: 10, image: null },
  ],
  shipping: 2_000,
};

describe("toOrderRow", () => {
  it("writes the specified columns", () => {
    expect(toOrderRow(request)).toEqual({
      id: request.id,
      customer_name: "Awa Ouédraogo",
      customer_email: "awa@example.bf",
      customer_phone: "+22670123456",
      total_amount: 117_000,
      items_count: 12,
      status: "pending",
      shipping_address: {
        address: "Secteur 15, rue 15.42, derrière la pharmacie",
        city: "Ouagadougou",
        postalCode: "",
        phone: "+22670123456",
      },
      payment_info: { method: "cod", items: request.lines },
      notes: null,
    });
  });

  it("adds what was said of the place, the day and the pick-up", () => {
    const recipient = {
      ...request.recipient,
      quarter: "Pissy",
      landmark: "Portail bleu",
      position: "12.345678,-1.5",
      deliveryDay: "2026-11-24",
      deliveryHalf: "morning" as const,
    };
    const row = toOrderRow({ ...request, recipient });
    expect(row).toMatchObject({ delivery_day: "2026-11-24", delivery_half: "morning" });
    expect(row.shipping_address).toMatchObject({
      quarter: "Pissy",
      landmark: "Portail bleu",
      latitude: 12.345678,
      longitude: -1.5,
    });
    const pickup = toOrderRow({ ...request, recipient: { ...recipient, pickupPoint: "point" } });
    expect(pickup).toMatchObject({ pickup_point_id: "point" });
    expect(pickup).not.toHaveProperty("delivery_day");
  });

  it("says what one step is, where it is not a single piece", () => {
    const cable = {
      id: "a",
      name: "Câble",
      price: 600,
      quantity: 5,
      image: null,
      unit: "metre",
      step_size: 0.5,
    } as const;
    const { items } = toOrderRow({ ...request, lines: [cable] }).payment_info;
    expect(items).toMatchObject([{ quantity: 5, step: "0.5 metre" }]);
  });

  it("omits fields of a line beyond the specified ones", () => {
    const line = {
      id: "a",
      name: "Perceuse",
      price: 25_000,
      quantity: 1,
      image: null,
      stock: 5,
      slug: "perceuse",
    };
    expect(toOrderRow({ ...request, lines: [line] }).payment_info.items).toEqual([
      { id: "a", name: "Perceuse", price: 25_000, quantity: 1, image: null },
    ]);
  });
});

describe("toOrderError", () => {
  const orderError = (code: string, status = 400, details: string | null = null) =>
    toOrderError({ code, message: "Une phrase.", details }, status);

  it("parses the amounts of a changed price", () => {
    const details = JSON.stringify({ total: 120_000, subtotal: 117_500, shipping: 2_500, items: [] });
    expect(orderError("YA001", 400, details)).toEqual({
      kind: "price-changed",
      message: "Une phrase.",
      total: 120_000,
      shipping: 2_500,
    });
  });

  it.each([null, "", "no json", "3", '{"total":"x","shipping":-1}'])(
    "tolerates the details %j",
    (details) => {
      expect(orderError("YA001", 400, details)).toMatchObject({
        kind: "price-changed",
        total: null,
        shipping: null,
      });
    },
  );

  it.each([
    ["YA002", 400, "out-of-stock"],
    ["YA003", 400, "unavailable"],
    ["YA004", 400, "duplicate-id"],
    ["23505", 409, "duplicate-id"],
    ["YA005", 400, "malformed"],
    ["PGRST301", 401, "signed-out"],
    ["42501", 401, "signed-out"],
    ["42501", 403, "failed"],
    ["", 0, "unreachable"],
    ["", 200, "unreachable"],
    ["", 502, "unreachable"],
    ["57014", 500, "unreachable"],
    ["PGRST003", 429, "unreachable"],
    ["PGRST204", 400, "failed"],
  ])("maps %s with status %d", (code, status, kind) => {
    expect(orderError(code, status).kind).toBe(kind);
  });
});
