import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { getTaskLabel } from "#app/lib/models/shop-problems.ts";
import { JOBS } from "./scheduled-functions.ts";

test("a hosted project is told to schedule the same functions", async () => {
  const operations = await readFile("docs/operations.md", "utf8");
  const scheduled = [...operations.matchAll(/select private\.(?<name>\w+)\(\w*\)'\)/g)].map(
    ({ groups }) => groups?.name,
  );
  expect(scheduled).toEqual(expect.arrayContaining(JOBS.flatMap(({ functions }) => functions)));
});

test.each(JOBS)("«$name» has a label for administrators", ({ name }) => {
  expect(getTaskLabel(name)).not.toBe(name);
});
