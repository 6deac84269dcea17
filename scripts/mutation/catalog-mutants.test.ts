import { expect, it } from "vitest";
import { mutateLocks } from "./catalog-mutants.ts";

it("removes each lock alone, and no word of a comment", () => {
  const definition = `-- for update
perform from t where id = 1 for no key update of t skip locked;
perform pg_advisory_xact_lock(hashtextextended('a ' || b, 0));
if not pg_try_advisory_xact_lock(hashtext('c')) then return; end if;`;
  const mutants = mutateLocks("f()", "f", definition);
  expect(mutants.map(({ name }) => name)).toEqual([
    "f(): «for no key update of t skip locked» removed",
    "f(): «perform pg_advisory_xact_lock(hashtextextended('a ' || b, 0));» removed",
    "f(): «pg_try_advisory_xact_lock(hashtext('c'))» removed",
  ]);
  expect(mutants.map(({ sql }) => sql.split("\n").slice(1))).toEqual([
    [
      "perform from t where id = 1;",
      "perform pg_advisory_xact_lock(hashtextextended('a ' || b, 0));",
      "if not pg_try_advisory_xact_lock(hashtext('c')) then return; end if;",
    ],
    [
      "perform from t where id = 1 for no key update of t skip locked;",
      "null;",
      "if not pg_try_advisory_xact_lock(hashtext('c')) then return; end if;",
    ],
    [
      "perform from t where id = 1 for no key update of t skip locked;",
      "perform pg_advisory_xact_lock(hashtextextended('a ' || b, 0));",
      "if not true then return; end if;",
    ],
  ]);
});
