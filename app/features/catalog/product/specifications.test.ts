import { expect, it } from "vitest";
import { parseSpecifications } from "./specifications.ts";

it("lists the pairs in their order", () => {
  expect(parseSpecifications({ Puissance: "750 W", Tension: 220 })).toEqual([
    { name: "Puissance", value: "750 W" },
    { name: "Tension", value: "220" },
  ]);
});

it.each([null, "text", 3, ["a"], { a: null, b: { c: 1 }, d: ["e"], f: true }])(
  "parses %j as no specifications",
  (map) => {
    expect(parseSpecifications(map)).toEqual([]);
  },
);
