import { beforeEach, expect, it, vi } from "vitest";
import { createMemoryStorage } from "#app/lib/storage/memory-storage.fixture.ts";
import { readConfirmation, storeConfirmation } from "./confirmation.ts";

const order = {
  id: "a",
  number: "ORD-048213",
  created_at: "2026-08-01T09:00:00Z",
  delivery: "mercredi 2 décembre",
};
let storage: Map<string, string>;

beforeEach(() => {
  storage = new Map();
  vi.stubGlobal("window", {
    sessionStorage: createMemoryStorage(storage),
  });
});

it("returns the order that was placed in this tab, with the stored fields only", () => {
  storeConfirmation({ ...order, ...{ total_amount: 5000 } });
  expect(readConfirmation()).toEqual(order);
  storeConfirmation({ ...order, delivery: null });
  expect(readConfirmation()).toEqual({ ...order, delivery: null });
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
