import { expect, it } from "vitest";
import { type AdminOrder, canTransition, getOrderHistory, getOrderPhones } from "./admin-order.ts";

const order: AdminOrder = {
  id: "5f0c1b1e-0000-4000-8000-000000000001",
  number: "ORD-048213",
  status: "completed",
  created_at: "2026-11-20T09:00:00Z",
  updated_at: "2026-11-21T10:00:00Z",
  processing_at: "2026-11-20T10:00:00Z",
  completed_at: "2026-11-21T10:00:00Z",
  cancelled_at: null,
  stage: "delivered",
  paid_amount: 0,
  discount_reason: null,
  credited_amount: 0,
  stock_released_at: null,
  items_count: 2,
  total_amount: 27_000,
  shipping_amount: 2_000,
  zone_name: null,
  pickup_point_name: null,
  delivery_day: null,
  delivery_half: null,
  discount_amount: 0,
  mapUrl: null,
  customer_name: "Awa Ouédraogo",
  customer_email: "awa@exemple.bf",
  customer_phone: "70 12 34 56",
  address: ["Secteur 15", "Ouagadougou"],
  phone: "+226 76 54 32 10",
  paymentLabel: "Paiement à la livraison",
  isPaidInCash: true,
  lines: [],
  notes: null,
  cancellation_reason: null,
  actors: new Map([
    ["processing", "Awa Traoré"],
    ["completed", "Mariam Kaboré"],
  ]),
};

it("lists the steps with their time and administrator, as far as they were recorded", () => {
  expect(getOrderHistory(order)).toEqual([
    { label: "Commande passée", at: order.created_at, by: "Awa Ouédraogo" },
    { label: "Prise en charge", at: order.processing_at, by: "Awa Traoré" },
    { label: "Terminée", at: order.completed_at, by: "Mariam Kaboré" },
  ]);
});

it("dates the current status by the last change when no time was recorded", () => {
  expect(getOrderHistory({ ...order, status: "cancelled", processing_at: null, completed_at: null })).toEqual(
    [
      expect.objectContaining({ label: "Commande passée" }),
      { label: "Annulée", at: order.updated_at, by: null },
    ],
  );
});

it.each([
  ["pending", ["processing", "completed", "cancelled"]],
  ["processing", ["completed", "cancelled"]],
  ["completed", []],
  ["cancelled", []],
] as const)("from %s an order can become %j", (status, expected) => {
  const next = (["processing", "completed", "cancelled"] as const).filter((to) =>
    canTransition({ status }, to),
  );
  expect(next).toEqual(expected);
});

it("lists the delivery's number first, and the customer's own when it differs", () => {
  const [delivery, own, ...more] = getOrderPhones(order);
  expect(delivery).toMatchObject({ text: "+226 76 54 32 10", tel: "tel:+22676543210" });
  expect(own).toMatchObject({ text: "+226 70 12 34 56", tel: "tel:+22670123456" });
  expect(more).toEqual([]);
  const chat = new URL(delivery?.whatsapp ?? "");
  expect(chat.pathname).toBe("/22676543210");
  expect(chat.searchParams.get("text")).toContain("Bonjour Awa Ouédraogo");
  expect(chat.searchParams.get("text")).toContain("ORD-048213");
  expect(getOrderPhones({ ...order, customer_phone: "+226 76-54-32-10" })).toHaveLength(1);
  expect(getOrderPhones({ ...order, phone: "chez le gardien" })[0]).toEqual({
    text: "chez le gardien",
    tel: null,
    whatsapp: null,
  });
});
