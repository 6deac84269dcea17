import { expect, it } from "vitest";
import { formatNamedQuantity } from "./line-quantities.ts";

it("says pieces as a number, and what is sold by a unit with it", () => {
  expect(formatNamedQuantity(3, "Perceuse", null)).toBe("3 × Perceuse");
  expect(formatNamedQuantity(5, "Câble", { unit: "metre", step_size: 0.5 })).toBe("2,5\u00a0m · Câble");
});
