import { expect, it } from "vitest";
import { parseAuditFilters } from "./audit-search-params.ts";

const ID = "0b8b3b6e-7d55-4c57-9c38-3a1d3f0f6a10";

it("accepts ids of administrators and rows, and ignores any other text", () => {
  const parse = (id: string) => parseAuditFilters(new URLSearchParams({ actor: id, row: id }));
  expect(parse(ID)).toMatchObject({ actor: ID, row: ID });
  for (const text of ["new", `${ID}0`, ""]) expect(parse(text)).toMatchObject({ actor: null, row: null });
});
