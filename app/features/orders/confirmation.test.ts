import { beforeEach, expect, it, vi } from "vitest";
import { readConfirmation, storeConfirmation } from "./confirmation.ts";

const order = {
  id: "a",
  number: "ORD-048213",
  created_at: "2026-08-01T09:00:00Z",
  delivery_day: null,
  delivery_half: null,
  pickup_point_name: null,
};
const { id, number, created_at } = order;
let storage: Map<string, string>;

beforeEach(() => {
  storage = new Map();
  vi.stubGlobal("window", {
    sessionStorage: {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, text: string) => storage.set(key, text),
    },
  });
});

it("returns the order that was placed in this tab, with the stored fields only", () => {
  storeConfirmation({ ...order, ...{ total_amount: 5000 } });
  expect(readConfirmation()).toEqual({ id, number, created_at, delivery: null });
});

it("names the chosen day, or where the order is fetched", () => {
  storeConfirmation({ ...order, delivery_day: "2026-12-02", delivery_half: "afternoon" });
  expect(readConfirmation()?.delivery).toBe("mercredi 2 décembre, après-midi (14 h – 18 h)");
  storeConfirmation({ ...order, pickup_point_name: "Magasin" });
  expect(readConfirmation()?.delivery).toBe("Retrait en magasin : Magasin");
});

it.each([
  ["no entry", null],
  ["a null entry", "null"],
  ["an entry with other types", JSON.stringify({ id: "a", number: 7, created_at: "hier" })],
  ["an entry without an id", JSON.stringify({ ...order, id: undefined })],
  ["an entry without a number", JSON.stringify({ ...order, number: undefined })],
  ["an entry without a date", JSON.stringify({ ...order, created_at: undefined })],
  ["an entry with an invalid date", JSON.stringify({ ...order, created_at: "hier" })],
])("returns null for %s", (_what, text) => {
  if (text !== null) storage.set("private:order-confirmation", text);
  expect(readConfirmation()).toBeNull();
});
