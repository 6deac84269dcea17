import { beforeEach, expect, it, vi } from "vitest";
import { noteSeen } from "./note-seen.ts";
import { forgetSeen, readSeen } from "./seen-products.ts";

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

let values: Map<string, string>;
beforeEach(() => {
  values = new Map();
  vi.stubGlobal("window", {
    localStorage: {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => void values.set(key, value),
      removeItem: (key: string) => void values.delete(key),
    },
  });
});

it("gives the others, the last one first, and never the one on the screen", () => {
  expect(noteSeen(id(1))).toBe("");
  expect(readSeen(noteSeen(id(2)))).toEqual([id(1)]);
  expect(readSeen(noteSeen(id(3)))).toEqual([id(2), id(1)]);
  expect(readSeen(noteSeen(id(1)))).toEqual([id(3), id(2)]);
  expect(readSeen(noteSeen(id(1)))).toEqual([id(3), id(2)]);
  expect(readSeen(noteSeen(""))).toEqual([id(1), id(3), id(2)]);
});

it("keeps twelve others", () => {
  for (let number = 1; number <= 20; number++) noteSeen(id(number));
  expect(readSeen(noteSeen(id(21)))).toEqual(Array.from({ length: 12 }, (_, index) => id(20 - index)));
  expect(readSeen(noteSeen(""))).toHaveLength(12);
});

it("notes nothing when nothing is looked at", () => {
  expect(noteSeen("")).toBe("");
  expect(values.size).toBe(0);
});

it("reads whole ids out of anything", () => {
  expect(readSeen("")).toEqual([]);
  expect(readSeen("nonsense")).toEqual([]);
  expect(readSeen(`${id(1).slice(4)}<b>${id(2)}${id(3)}${id(2)}`)).toEqual([id(2), id(3)]);
});

it("can be forgotten", () => {
  noteSeen(id(1));
  forgetSeen();
  expect(noteSeen("")).toBe("");
});

it("sees nothing while the storage is shut", () => {
  vi.stubGlobal("window", {
    get localStorage() {
      throw new DOMException("denied", "SecurityError");
    },
  });
  expect(noteSeen(id(1))).toBe("");
});
