import { beforeEach, expect, it, vi } from "vitest";
import { createMemoryStorage } from "#app/lib/storage/memory-storage.fixture.ts";
import { clearRecentlyViewed, parseViewedIds, recordView } from "./recently-viewed-store.ts";

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

let values: Map<string, string>;
beforeEach(() => {
  values = new Map();
  vi.stubGlobal("window", {
    localStorage: createMemoryStorage(values),
  });
});

it("returns the other products, latest first, without the current one", () => {
  expect(recordView(id(1))).toBe("");
  expect(parseViewedIds(recordView(id(2)))).toEqual([id(1)]);
  expect(parseViewedIds(recordView(id(3)))).toEqual([id(2), id(1)]);
  expect(parseViewedIds(recordView(id(1)))).toEqual([id(3), id(2)]);
  expect(parseViewedIds(recordView(id(1)))).toEqual([id(3), id(2)]);
  expect(parseViewedIds(recordView(""))).toEqual([id(1), id(3), id(2)]);
});

it("keeps twelve others", () => {
  for (let number = 1; number <= 20; number++) recordView(id(number));
  expect(parseViewedIds(recordView(id(21)))).toEqual(
    Array.from({ length: 12 }, (_, index) => id(20 - index)),
  );
  expect(parseViewedIds(recordView(""))).toHaveLength(12);
});

it("records nothing without a product", () => {
  expect(recordView("")).toBe("");
  expect(values.size).toBe(0);
});

it("parses whole ids out of any text", () => {
  expect(parseViewedIds("")).toEqual([]);
  expect(parseViewedIds("nonsense")).toEqual([]);
  expect(parseViewedIds(`${id(1).slice(4)}<b>${id(2)}${id(3)}${id(2)}`)).toEqual([id(2), id(3)]);
});

it("can be cleared", () => {
  recordView(id(1));
  clearRecentlyViewed();
  expect(recordView("")).toBe("");
});

it("returns nothing when the storage throws", () => {
  vi.stubGlobal("window", {
    get localStorage() {
      throw new DOMException("denied", "SecurityError");
    },
  });
  expect(recordView(id(1))).toBe("");
});
