import { expect, it } from "vitest";
import { applyMutant, describeMutant } from "./mutant.ts";
import { createSqlMutants } from "./sql-mutants.ts";

const text = `create function f() returns void language plpgsql as $$
begin
  -- a < b
  select a >= 1 from t where b = ' > ' for update;
  raise exception using errcode = 'YA001';
end
$$;`;

it("changes operators, locks and errors of functions, but no comments and texts", () => {
  expect(createSqlMutants("a.sql", text, ["f"]).map((mutant) => applyMutant(text, mutant))).toEqual([
    text.replace(">= 1", "> 1"),
    text.replace("b = ' > '", "b <> ' > '"),
    text.replace(" for update", ""),
    text.replace("raise exception using errcode = 'YA001';", "null;"),
  ]);
  expect(createSqlMutants("a.sql", text, ["g"])).toEqual([]);
});

it("names the line of a mutant", () => {
  const [mutant] = createSqlMutants("a.sql", text, ["f"]);
  expect(mutant && describeMutant(mutant, text)).toBe("a.sql:4: >= -> >");
});
