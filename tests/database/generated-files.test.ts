/** The generated files match the design tokens, the migrations, the limits and the seed data. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import { renderTypes } from "#scripts/generate/database-types.ts";
import { renderLimits } from "#scripts/generate/limits-table.ts";
import { renderSchema } from "#scripts/generate/schema-sql.ts";
import { renderTokens } from "#scripts/generate/tokens-css.ts";
import { renderSeed } from "#supabase/seed/generate.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";

const STALE_MESSAGE = "is stale: run `npm run generate` and commit what it writes";

let database: TestDatabase;
let owner: Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = database.connect("postgres");
});
afterAll(() => database.drop());

const readCommitted = (path: string) => readFile(join(import.meta.dirname, "../..", path), "utf8");

describe("generated files", () => {
  it.each([
    ["app/styles/tokens.css", () => renderTokens()],
    ["supabase/schema.sql", () => renderSchema(owner)],
    ["app/lib/supabase/database.types.ts", () => renderTypes(owner)],
    ["supabase/seed/demo.sql", () => renderSeed()],
    ["docs/security.md", async () => renderLimits(await readCommitted("docs/security.md"), owner)],
  ])("%s is up to date", async (path, render) => {
    const fresh = await render();
    expect(fresh === (await readCommitted(path)), `${path} ${STALE_MESSAGE}`).toBe(true);
  });
});
