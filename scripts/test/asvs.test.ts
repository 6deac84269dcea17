/** docs/asvs.md has each requirement of ASVS 5.0, levels 1 and 2, once, and names tests that exist. */
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const text = readFileSync("docs/asvs.md", "utf8");
const rows = [...text.matchAll(/^\| (?<ids>\d[\d., ]+) \| (?<state>\S+) \| (?<by>.+) \|$/gm)];

/** The number of requirements of levels 1 and 2 in each chapter. */
const REQUIREMENTS = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];

test("lists each requirement once", () => {
  const ids = rows.flatMap(({ groups }) => groups?.ids?.split(", ") ?? []);
  expect(new Set(ids).size).toBe(ids.length);
  const counts = REQUIREMENTS.map(
    (_, chapter) => ids.filter((id) => id.startsWith(`${chapter + 1}.`)).length,
  );
  expect(counts).toEqual(REQUIREMENTS);
});

test("says of each whether it holds", () => {
  expect([...new Set(rows.map(({ groups }) => groups?.state))].sort()).toEqual(["holds", "n/a", "open"]);
});

test("names files that exist", () => {
  const paths = [...text.matchAll(/`(?<path>(?:app|backend|jobs|tests)\/[\w./-]+)`/g)];
  expect(paths.length).toBeGreaterThan(100);
  expect(paths.map(({ groups }) => groups?.path ?? "").filter((path) => !existsSync(path))).toEqual([]);
});
