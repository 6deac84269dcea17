import { describe, expect, it } from "vitest";
import { getEventLabel, getProgress, groupSlots, type TrackedOrder } from "./tracked-order.ts";

const order: TrackedOrder = {
  token: "123456-abc",
  number: "ORD-123456",
  stage: "prepared",
  placed_at: "2026-11-23T10:00:00Z",
  items: [],
  total_amount: 9500,
  due_amount: 9500,
  payment_method: "cod",
  town: "Ouagadougou",
  quarter: null,
  pickup_point_name: null,
  delivery_day: null,
  delivery_half: null,
  cancellation_reason: null,
  courier_name: null,
  courier_phone: null,
  may_cancel: false,
  slots: [],
  timeline: [],
};

describe("the progress", () => {
  it("goes from the order to the delivery", () => {
    expect(getProgress(order)?.map(({ label, state }) => `${label} ${state}`)).toEqual([
      "Reçue done",
      "Confirmée done",
      "Préparée current",
      "En route coming",
      "Livrée coming",
    ]);
    expect(getProgress({ ...order, stage: "delivered" })?.every(({ state }) => state === "done")).toBe(true);
  });

  it("of a pick-up has no road, and that of an order that is over is none", () => {
    const pickup = getProgress({ ...order, pickup_point_name: "Magasin" });
    expect(pickup?.map(({ label }) => label)).toEqual(["Reçue", "Confirmée", "Préparée", "Retirée"]);
    expect(getProgress({ ...order, stage: "cancelled" })).toBeNull();
    expect(getProgress({ ...order, stage: "refused" })).toBeNull();
  });
});

it("groups the half-days by day", () => {
  expect(
    groupSlots([
      { day: "2026-11-24", half: "afternoon" },
      { day: "2026-11-25", half: "morning" },
      { day: "2026-11-25", half: "afternoon" },
    ]),
  ).toEqual([
    { day: "2026-11-24", halves: ["afternoon"] },
    { day: "2026-11-25", halves: ["morning", "afternoon"] },
  ]);
});

it("has no label for an event that it does not know", () => {
  expect([getEventLabel("absent", null), getEventLabel("teleported", null)]).toEqual([
    "Livraison reportée",
    null,
  ]);
  expect([getEventLabel("delivered", null), getEventLabel("delivered", "Boutique")]).toEqual([
    "Livrée",
    "Retirée",
  ]);
});
