import { expect, it } from "vitest";
import { mutateFunction } from "./sql-mutants.ts";

const definition = `CREATE OR REPLACE FUNCTION private.f()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  -- a < b
  select a >= 1 from t where b = ' > ' for update;
  raise exception using errcode = 'YA001';
end
$function$
`;

it("changes operators, locks and errors of a function, but no comments and texts", () => {
  const mutants = mutateFunction("private.f()", definition);
  expect(mutants.map(({ sql }) => sql)).toEqual([
    definition.replace(">= 1", "> 1"),
    definition.replace("b = ' > '", "b <> ' > '"),
    definition.replace(" for update", ""),
    definition.replace("raise exception using errcode = 'YA001';", "null;"),
  ]);
  expect(mutants[0]?.name).toBe("private.f():7: >= -> >");
});
