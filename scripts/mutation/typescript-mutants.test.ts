import { expect, it } from "vitest";
import { applyMutant } from "./mutant.ts";
import { createTypescriptMutants } from "./typescript-mutants.ts";

it("changes operators, conditions, booleans, statements and return values", () => {
  const text =
    "// é\ntype A = { b: true };\nfunction f(a: number) {\n  if (a < 1) g(true);\n  return a + 1;\n}\n";
  const mutated = createTypescriptMutants("a.ts", text).map((mutant) => applyMutant(text, mutant));
  expect(mutated).toEqual([
    text.replace("a < 1", "!(a < 1)"),
    text.replace("a < 1", "a <= 1"),
    text.replace("g(true);", ";"),
    text.replace("g(true)", "g(false)"),
    text.replace("return a + 1;", "return undefined;"),
    text.replace("a + 1", "a - 1"),
  ]);
});
