/** docs/recipes.md names files and parts of the database that exist, and no more files than its table allows. */
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const text = readFileSync("docs/recipes.md", "utf8");
const [introduction = "", ...recipes] = text.split(/^## /m);
const limits = [...introduction.matchAll(/^\| \[(?<title>[^\]]+)\]\([^)]+\) \| (?<limit>\d+) \|$/gm)];

test("every recipe is in the table, in the same order", () => {
  expect(recipes).toHaveLength(13);
  expect(limits.map(({ groups }) => groups?.title)).toEqual(recipes.map((recipe) => recipe.split("\n")[0]));
});

test.each(limits.map(({ groups }) => [groups?.title ?? "", Number(groups?.limit)] as const))(
  "%s: at most %i files, and all files exist",
  (title, limit) => {
    const recipe = recipes.find((candidate) => candidate.startsWith(`${title}\n`)) ?? "";
    const steps = recipe.match(/^\d\. \*\*/gm) ?? [];
    expect(steps.length).toBeGreaterThan(0);
    expect(steps.length).toBeLessThanOrEqual(limit);
    const paths = [...recipe.matchAll(/`(?<path>(?:app|backend|design|jobs|supabase|tests)\/[\w./-]+)`/g)];
    expect(paths.flatMap(({ groups }) => groups?.path ?? []).filter((path) => !existsSync(path))).toEqual([]);
  },
);

test("what the recipes name in the database is there, and no migration that has landed", () => {
  const schema = readFileSync("supabase/schema.sql", "utf8");
  const names = [...text.matchAll(/\b(?:public|private)\.\w+/g)].map(([name]) => name);
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(schema))).toEqual([]);
  expect(text).not.toMatch(/supabase\/migrations\/\d/);
});
