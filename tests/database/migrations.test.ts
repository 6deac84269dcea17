import { expect, test } from "vitest";
import { migrateDatabase } from "#backend/core/database/migrations.ts";
import { createTestDatabase } from "#tests/support/database.ts";

test("the database of a newer version is refused", async () => {
  const database = await createTestDatabase();
  try {
    expect(await migrateDatabase(database.target)).toBe(0);
    await database.connect("postgres")`
      insert into supabase_migrations.schema_migrations (version, name) values ('99990101000000', 'later')`;
    await expect(migrateDatabase(database.target)).rejects.toMatchObject({
      name: "StartupError",
      message: expect.stringMatching(
        /^This database has 99990101000000_later\.sql, which this version .* does not have/,
      ),
    });
  } finally {
    await database.drop();
  }
});
