/** The search finds what shoppers mean: a lower bound of both halves of the judged queries, over the demo shop. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Sql } from "#backend/core/database.ts";
import { measureRelevance } from "#bench/relevance/measure-relevance.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";

let database: TestDatabase;
let sql: Sql;
beforeAll(async () => {
  database = await createTestDatabase("demo");
  sql = database.connect("postgres");
});
afterAll(() => database.drop());

it("finds what the judged queries mean among the first three", async () => {
  const { tuned, aside } = await measureRelevance(sql);
  expect(tuned.queries + aside.queries).toBeGreaterThanOrEqual(300);
  for (const half of [tuned, aside]) {
    expect(half.hits).toBeGreaterThanOrEqual(0.95);
    expect(half.reciprocalRank).toBeGreaterThanOrEqual(0.9);
  }
});

it.each(["tuyau pvc", "robinet cuisine", "lampe", "12mm", "polytank"])("finds «%s»", async (query) => {
  expect(await sql`select from public.suggest_products(${query})`).not.toHaveLength(0);
});
