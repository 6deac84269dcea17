import { beforeEach, expect, it, vi } from "vitest";
import { noteConfirmation, readConfirmation } from "./confirmation.ts";

const order = { id: "a", number: "ORD-048213", created_at: "2026-08-01T09:00:00Z" };
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

it("gives the order that was placed in this tab, and only what the page shows of it", () => {
  noteConfirmation({ ...order, ...{ total_amount: 5000 } });
  expect(readConfirmation()).toEqual(order);
});

it.each([
  ["no note", null],
  ["a note of nothing", "null"],
  ["a note of something else", JSON.stringify({ id: "a", number: 7, created_at: "hier" })],
  ["a note without an id", JSON.stringify({ ...order, id: undefined })],
  ["a note without a number", JSON.stringify({ ...order, number: undefined })],
  ["a note without a date", JSON.stringify({ ...order, created_at: undefined })],
  ["a note with a date that is none", JSON.stringify({ ...order, created_at: "hier" })],
])("knows no order by %s", (_what, text) => {
  if (text !== null) storage.set("private:order-confirmation", text);
  expect(readConfirmation()).toBeNull();
});
