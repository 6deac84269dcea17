import { expect, it } from "vitest";
import { applyMutant, describeMutant } from "./mutant.ts";
import { createSqlMutants, type SqlMutation } from "./sql-mutants.ts";

function mutate(text: string, kind: SqlMutation): string[] {
  return createSqlMutants("a.sql", text, kind).map((mutant) => applyMutant(text, mutant));
}

it("drops and widens policies, equal conditions at once", () => {
  expect(mutate("create policy a on t\n  for select to anon using (id = f(')'));", "policies")).toEqual([
    "",
    "create policy a on t\n  for select to anon using (true);",
  ]);
  expect(mutate("create policy a on t for update using (b) with check (b);", "policies")).toEqual([
    "",
    "create policy a on t for update using (true) with check (true);",
  ]);
  expect(mutate("create policy a on t for select using (true);", "policies")).toEqual([""]);
});

it("drops constraints of tables and domains", () => {
  const text = "create table t (\n  a int check (a > 0),\n  b int references u (id) on delete cascade\n);";
  expect(mutate(text, "constraints")).toEqual([
    text.replace("(a > 0)", "(true)"),
    text.replace(" references u (id) on delete cascade", ""),
  ]);
});

it("changes operators, locks and errors of functions, but no comments and texts", () => {
  const text = `create function f() returns void language plpgsql as $$
begin
  -- a < b
  select a >= 1 from t where b = ' > ' for update;
  raise exception using errcode = 'YA001';
end
$$;`;
  expect(mutate(text, "functions")).toEqual([
    text.replace(">= 1", "> 1"),
    text.replace("b = ' > '", "b <> ' > '"),
    text.replace(" for update", ""),
    text.replace("raise exception using errcode = 'YA001';", "null;"),
  ]);
});

it("names the line of a mutant", () => {
  const [mutant] = createSqlMutants("a.sql", "\ncreate policy a on t for select using (b);", "policies");
  expect(mutant && describeMutant(mutant, "\ncreate policy a on t for select using (b);")).toBe(
    "a.sql:2: create policy a on t for select using (b); -> (removed)",
  );
});
