import { expect, it } from "vitest";
import { markOwnOrder } from "#app/features/admin/shared/own-orders.ts";
import { listArrivals } from "./arrivals.ts";

const makeOrder = (id: string) => ({
  id,
  number: `ORD-${id}`,
  customer_name: "Aminata",
  total_amount: 12_000,
  created_at: "2026-11-30T08:00:00Z",
});

it("neither a known order nor one that was entered in this tab is told", () => {
  markOwnOrder("own");
  const found = ["new", "own", "known"].map(makeOrder);
  expect(listArrivals(found, new Set(["known"])).map(({ id }) => id)).toEqual(["new"]);
});
