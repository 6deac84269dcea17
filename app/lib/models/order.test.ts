import { describe, expect, it } from "vitest";
import { getOrderSubtotal, getOutstandingAmount, getStatusTime, parseOrder } from "./order.ts";

const row = {
  id: "5f0c1b1e-0000-4000-8000-000000000001",
  number: "ORD-048213",
  status: "pending" as const,
  created_at: "2026-08-01T09:00:00Z",
  updated_at: "2026-08-01T09:00:00Z",
  processing_at: null,
  completed_at: null,
  cancelled_at: null,
  items_count: 2,
  total_amount: 27_000,
  credited_amount: 0,
  paid_amount: 0,
  shipping_amount: 2_000,
  customer_name: "Awa Ouédraogo",
  customer_phone: "+22670123456",
  shipping_address: { address: "Secteur 15", city: "Ouagadougou", postalCode: "", phone: "+22676543210" },
  payment_info: {
    method: "cod",
    items: [{ id: "a", name: "Perceuse", price: 12_500, quantity: 2, image: null }],
  },
  notes: null,
  zone_name: null,
  pickup_point_name: null,
  delivery_day: null,
  delivery_half: null,
  discount_amount: 0,
  cancellation_reason: null,
};

it("dates the status, not what came after it", () => {
  const later = { ...row, updated_at: "2026-08-20T09:00:00Z" };
  expect(getStatusTime(later)).toBeNull();
  const completed = { ...later, status: "completed" as const };
  expect(getStatusTime({ ...completed, completed_at: "2026-08-03T09:00:00Z" })).toBe("2026-08-03T09:00:00Z");
  expect(getStatusTime(completed)).toBe("2026-08-20T09:00:00Z");
});

describe("parseOrder", () => {
  it("shows quarter, landmark and position, or the pick-up point", () => {
    const shipping_address = {
      ...row.shipping_address,
      quarter: "Pissy",
      landmark: "portail bleu",
      latitude: 12.34,
      longitude: -1.5,
    };
    expect(parseOrder({ ...row, shipping_address })).toMatchObject({
      address: ["Secteur 15", "Pissy", "Ouagadougou", "Repère : portail bleu"],
      mapUrl: "https://www.google.com/maps/search/?api=1&query=12.34,-1.5",
    });
    expect(parseOrder({ ...row, pickup_point_name: "Magasin" }).address).toEqual([
      "Retrait en magasin : Magasin",
    ]);
  });

  it("keeps the columns and parses lines, payment and address", () => {
    const { shipping_address: _, payment_info: __, ...columns } = row;
    expect(parseOrder(row)).toEqual({
      ...columns,
      address: ["Secteur 15", "Ouagadougou"],
      mapUrl: null,
      phone: "+226 76 54 32 10",
      paymentLabel: "Paiement à la livraison",
      isPaidInCash: true,
      lines: [
        {
          id: "a",
          name: "Perceuse",
          price: 12_500,
          quantity: 2,
          image: null,
          sold_by: {},
          options: "",
          position: 0,
        },
      ],
    });
    expect(getOrderSubtotal(parseOrder(row))).toBe(25_000);
  });

  it("parses the address of a postal form", () => {
    const shipping_address = {
      street: "Rue 15.42",
      city: "Ouagadougou",
      state: "Kadiogo",
      postalCode: "01 BP 12",
      country: "Burkina Faso",
    };
    expect(parseOrder({ ...row, shipping_address })).toMatchObject({
      address: ["Rue 15.42", "01 BP 12 Ouagadougou", "Kadiogo", "Burkina Faso"],
      phone: "+226 70 12 34 56",
    });
  });

  it.each([
    ["bank_transfer", "Virement bancaire"],
    ["mobile_money", "Mobile money"],
    ["cowries", "cowries"],
  ])("labels the payment method %s as «%s»", (method, paymentLabel) => {
    expect(parseOrder({ ...row, payment_info: { method, items: [] } })).toMatchObject({
      paymentLabel,
      isPaidInCash: false,
      lines: [],
    });
  });

  it.each([[null], ["text"], [7], [[1]], [{}], [{ items: "none", city: 7 }]])(
    "does not fail on %j",
    (json) => {
      expect(parseOrder({ ...row, shipping_address: json, payment_info: json })).toMatchObject({
        address: [],
        paymentLabel: "",
        lines: [],
      });
    },
  );

  it("fills missing fields of a line with defaults", () => {
    const payment_info = { method: "cod", items: [{ name: 7, image: 7, price: "12", quantity: null }] };
    expect(parseOrder({ ...row, payment_info }).lines).toEqual([
      { id: "", name: "Article", image: null, price: 0, quantity: 1, sold_by: {}, options: "", position: 0 },
    ]);
  });

  it("formats the chosen options, and ignores invalid ones", () => {
    const chosen = [{ Couleur: "rouge", Taille: 42 }, {}, { Taille: [42] }, "rouge", null];
    const payment_info = { method: "cod", items: chosen.map((options) => ({ name: "Bottes", options })) };
    expect(parseOrder({ ...row, payment_info }).lines.map(({ options }) => options)).toEqual([
      "Couleur : rouge, Taille : 42",
      ...["", "", "", ""],
    ]);
  });
});

describe("what is still to be paid", () => {
  it.each([
    { what: "all of it", order: {}, due: 27_000 },
    { what: "what an advance left", order: { paid_amount: 5000 }, due: 22_000 },
    { what: "nothing for what was refused", order: { credited_amount: 7000, paid_amount: 20_000 }, due: 0 },
    {
      what: "less than nothing after a return",
      order: { credited_amount: 7000, paid_amount: 27_000 },
      due: -7000,
    },
    {
      what: "an advance back when it is cancelled",
      order: { status: "cancelled" as const, paid_amount: 5000 },
      due: -5000,
    },
  ])("is $what", ({ order, due }) => {
    expect(getOutstandingAmount({ ...row, ...order })).toBe(due);
  });
});
