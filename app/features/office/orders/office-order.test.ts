import { expect, it } from "vitest";
import { canBecome, countedOrders, historyOf, type OfficeOrder, phonesOf } from "./office-order.ts";

const order: OfficeOrder = {
  id: "5f0c1b1e-0000-4000-8000-000000000001",
  number: "ORD-048213",
  status: "completed",
  created_at: "2026-11-20T09:00:00Z",
  updated_at: "2026-11-21T10:00:00Z",
  processing_at: "2026-11-20T10:00:00Z",
  completed_at: "2026-11-21T10:00:00Z",
  cancelled_at: null,
  items_count: 2,
  total_amount: 27_000,
  shipping_amount: 2_000,
  customer_name: "Awa Ouédraogo",
  customer_email: "awa@exemple.bf",
  customer_phone: "70 12 34 56",
  address: ["Secteur 15", "Ouagadougou"],
  phone: "+226 76 54 32 10",
  payment: "Paiement à la livraison",
  isPaidInCash: true,
  lines: [],
  notes: null,
  cancellation_reason: null,
  actors: new Map([
    ["processing", "Awa Traoré"],
    ["completed", "Mariam Kaboré"],
  ]),
};

it("tells who did what and when, as far as it was noted", () => {
  expect(historyOf(order)).toEqual([
    { what: "Commande passée", at: order.created_at, by: "Awa Ouédraogo" },
    { what: "Prise en charge", at: order.processing_at, by: "Awa Traoré" },
    { what: "Terminée", at: order.completed_at, by: "Mariam Kaboré" },
  ]);
});

it("dates the present state by the last change when nobody noted it", () => {
  expect(historyOf({ ...order, status: "cancelled", processing_at: null, completed_at: null })).toEqual([
    expect.objectContaining({ what: "Commande passée" }),
    { what: "Annulée", at: order.updated_at, by: null },
  ]);
});

it.each([
  ["pending", ["processing", "completed", "cancelled"]],
  ["processing", ["completed", "cancelled"]],
  ["completed", []],
  ["cancelled", []],
  ["on-the-road", []],
])("from %s an order can become %j", (status, expected) => {
  const next = (["processing", "completed", "cancelled"] as const).filter((to) => canBecome({ status }, to));
  expect(next).toEqual(expected);
});

it("gives the number for the delivery first, and the customer's own where it is another", () => {
  const [delivery, own, ...more] = phonesOf(order);
  expect(delivery).toMatchObject({ text: "+226 76 54 32 10", tel: "tel:+22676543210" });
  expect(own).toMatchObject({ text: "+226 70 12 34 56", tel: "tel:+22670123456" });
  expect(more).toEqual([]);
  const chat = new URL(delivery?.whatsapp ?? "");
  expect(chat.pathname).toBe("/22676543210");
  expect(chat.searchParams.get("text")).toContain("Bonjour Awa Ouédraogo");
  expect(chat.searchParams.get("text")).toContain("ORD-048213");
  expect(phonesOf({ ...order, customer_phone: "+226 76-54-32-10" })).toHaveLength(1);
  expect(phonesOf({ ...order, phone: "chez le gardien" })[0]).toEqual({
    text: "chez le gardien",
    tel: null,
    whatsapp: null,
  });
});

it("counts in French", () => {
  expect([0, 1, 2].map(countedOrders)).toEqual(["0 commande", "1 commande", "2 commandes"]);
  expect(countedOrders(12_500)).toMatch(/^12\s500 commandes$/);
});
