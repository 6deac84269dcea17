/**
 * Generates files from others of the repository: app/styles/tokens.css from the design tokens,
 * supabase/seed/demo.sql and the data sheets from the seed's data, supabase/migrations.sha256, supabase/schema.sql and
 * app/lib/supabase/database.types.ts from the migrations, the table in docs/security.md from the limits. Uses a
 * separate Postgres in a temporary directory. Tests compare the committed files with the output of the same functions.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectDatabase } from "#backend/core/database/database.ts";
import { migrateDatabase } from "#backend/core/database/migrations.ts";
import { createLogger } from "#backend/core/observability/log.ts";
import { startPostgres } from "#backend/postgres/index.ts";
import { listDataSheets } from "#supabase/seed/data-sheet-files.ts";
import { renderSeed } from "#supabase/seed/generate.ts";
import { renderTypes } from "./database-types.ts";
import { renderLimits } from "./limits-table.ts";
import { addMigrationSums, listMigrationFiles, MIGRATION_SUMS, readMigrationSums } from "./migration-sums.ts";
import { renderSchema } from "./schema-sql.ts";
import { renderTokens } from "./tokens-css.ts";

const ROOT = join(import.meta.dirname, "../..");
const DATABASE = "generate";
const DATA_SHEETS = "supabase/seed/data-sheets";

let changes = 0;

/** Says which files have changed: most have not. */
async function write(path: string, content: string | Uint8Array): Promise<void> {
  const file = join(ROOT, path);
  const former = await readFile(file).catch(() => null);
  if (former?.equals(Buffer.from(content))) return;
  await writeFile(file, content);
  changes += 1;
  console.log(`${path} has changed`);
}

await write(MIGRATION_SUMS, addMigrationSums(readMigrationSums(), listMigrationFiles()));
await write("app/styles/tokens.css", renderTokens());
await write("supabase/seed/demo.sql", renderSeed());
await mkdir(join(ROOT, DATA_SHEETS), { recursive: true });
for (const { name, bytes } of listDataSheets()) await write(join(DATA_SHEETS, name), bytes);

const dataDir = await mkdtemp(join(tmpdir(), "yaare-generate-"));
try {
  const postgres = await startPostgres({ dataDir, log: createLogger("error"), settings: ["fsync=off"] });
  try {
    const admin = connectDatabase(postgres.target("postgres"), {
      user: "supabase_admin",
      max: 1,
      applicationName: "generate",
    });
    await admin`create database ${admin(DATABASE)}`;
    await admin.end();
    await migrateDatabase(postgres.target(DATABASE));
    const sql = connectDatabase(postgres.target(DATABASE), {
      user: "postgres",
      max: 2,
      applicationName: "generate",
    });
    await write("supabase/schema.sql", await renderSchema(sql));
    await write("app/lib/supabase/database.types.ts", await renderTypes(sql));
    const security = "docs/security.md";
    await write(security, await renderLimits(await readFile(join(ROOT, security), "utf8"), sql));
    await sql.end();
  } finally {
    await postgres.stop();
  }
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
if (changes === 0) console.log("Every generated file is up to date.");
