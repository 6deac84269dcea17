/** The drills in their short form: see docs/reliability.md. The others are in tests/database/concurrent-orders.test.ts. */
import { expect, it } from "vitest";
import { kills } from "#drills/kills.ts";

it("a kill of Postgres and one of Node under orders lose and double none", async () => {
  const lines: string[] = [];
  await kills.run({ kills: 2, rate: 10 }, (line) => lines.push(line));
  expect(lines.join("\n")).toMatch(/found: \d+ orders, each once/);
});
