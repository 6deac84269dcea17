import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import manifest from "#package.json" with { type: "json" };
import {
  addMigrationSums,
  listMigrationFiles,
  MIGRATION_SUMS,
  parseMigrationSums,
  parseReleases,
  readMigrationSums,
} from "./migration-sums.ts";

const first = { path: "supabase/migrations/1_orders.sql", sha256: "1".repeat(64) };
const second = { path: "supabase/migrations/2_stock.sql", sha256: "2".repeat(64) };
const third = { path: "backend/platform/3_roles.sql", sha256: "3".repeat(64) };
const recorded = addMigrationSums("", [first, second]);

test("no migration that databases have applied has changed, and all are recorded", () => {
  const text = readMigrationSums();
  expect(
    addMigrationSums(text, listMigrationFiles()),
    `run \`npm run generate\` and commit ${MIGRATION_SUMS}`,
  ).toBe(text);
});

test("new migrations are appended as a group, those of the platform too", () => {
  const text = addMigrationSums(recorded, [third, first, second]);
  expect(text.startsWith(recorded)).toBe(true);
  expect(parseMigrationSums(text)).toEqual([[first, second], [third]]);
  expect(addMigrationSums(text, [first, second, third])).toBe(text);
});

test("a new migration that sorts before a recorded one is refused", () => {
  const early = { path: "supabase/migrations/10_early.sql", sha256: "5".repeat(64) };
  expect(() => addMigrationSums(recorded, [first, early, second])).toThrow(
    "supabase/migrations/10_early.sql sorts before supabase/migrations/2_stock.sql, which databases have applied: give it a later number.",
  );
});

test("a changed migration and a removed one are refused with what to do", () => {
  expect(() => addMigrationSums(recorded, [first, { ...second, sha256: "4".repeat(64) }])).toThrow(
    /^supabase\/migrations\/2_stock\.sql has changed, .*: restore it, and put the change into a new migration\./,
  );
  expect(() => addMigrationSums(recorded, [second, third])).toThrow(
    /^supabase\/migrations\/1_orders\.sql is missing/,
  );
});

test("a release is the group whose comment names it", () => {
  const text = addMigrationSums(recorded.replace("# 1\n", "# 1, 1.0.0, 1.0.1\n"), [first, second, third]);
  expect([...parseReleases(text)]).toEqual([
    ["1.0.0", 0],
    ["1.0.1", 0],
  ]);
  expect(parseMigrationSums(text)).toEqual([[first, second], [third]]);
});

test("the version of the package has its notes and its migrations", () => {
  expect([...parseReleases(readMigrationSums()).keys()]).toContain(manifest.version);
  expect(readFileSync("CHANGELOG.md", "utf8")).toContain(`\n## ${manifest.version} – `);
});
