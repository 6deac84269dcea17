import { expect, test } from "vitest";
import { synonymSchema } from "./synonym.schema.ts";

const errorsOf = (term: string, meanings: string) =>
  synonymSchema
    .safeParse({ term, meanings, is_substitute: false })
    .error?.issues.map(({ path, message }) => [path[0], message]);

test("takes one meaning a line, without empty lines and repetitions", () => {
  expect(
    synonymSchema.parse({
      term: " polytank ",
      meanings: "réservoir\n\n cuve \r\nréservoir\n",
      is_substitute: true,
    }),
  ).toEqual({ term: "polytank", meanings: ["réservoir", "cuve"], is_substitute: true });
});

test("each field has its own error messages", () => {
  expect(errorsOf("a", "cuve")).toEqual([["term", "Au moins deux lettres ou chiffres"]]);
  expect(errorsOf("--", "cuve")).toEqual([["term", "Au moins deux lettres ou chiffres"]]);
  expect(errorsOf("x".repeat(61), "cuve")).toEqual([["term", "60 caractères au plus"]]);
  expect(errorsOf("polytank", " \n ")).toEqual([["meanings", "Écrivez au moins un mot"]]);
  expect(errorsOf("polytank", "cuve\n!")).toEqual([["meanings", "Chaque ligne compte de 2 à 60 caractères"]]);
  expect(errorsOf("polytank", "x".repeat(61))).toEqual([
    ["meanings", "Chaque ligne compte de 2 à 60 caractères"],
  ]);
  const many = Array.from({ length: 11 }, (_, index) => `mot ${index}`).join("\n");
  expect(errorsOf("polytank", many)).toEqual([["meanings", "10 lignes au plus"]]);
});
