import { expect, it } from "vitest";
import { formatNamedQuantity, formatSteps } from "./line-quantities.ts";

it("says pieces as a number, and what is sold by a unit with it", () => {
  expect(formatNamedQuantity(3, "Perceuse", null)).toBe("3 × Perceuse");
  expect(formatSteps(3, null)).toBe("3\u00a0pièces");
  expect(formatSteps(59, { unit: "metre", step_size: 0.5 })).toBe("59 (29,5\u00a0m)");
  expect(formatNamedQuantity(5, "Câble", { unit: "metre", step_size: 0.5 })).toBe("2,5\u00a0m · Câble");
});
