/** Files in an S3 bucket, shared by two instances of the backend with their own disk caches. */

import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import S3rver from "s3rver";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "#backend/core/config/config.ts";
import { createKeys, type Keys } from "#backend/core/gateway/keys.ts";
import { createLogger } from "#backend/core/observability/log.ts";
import { type Backend, openBackend } from "#backend/index.ts";
import { cleanUpOrphans } from "#backend/storage/files/orphan-cleanup.ts";
import { S3Bucket } from "#backend/storage/files/s3-bucket.ts";
import { S3FileStore } from "#backend/storage/files/s3-file-store.ts";
import { RenderCache } from "#backend/storage/images/render-cache.ts";
import { isAdministrator } from "#jobs/administrators.ts";
import { enqueueAccountMail } from "#jobs/mail/outbox.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { NOT_FOUND_ERROR, ONE_PIXEL_PNG, toErrorSummary } from "#tests/support/storage-fixture.ts";

let folder: string;
let server: S3rver;
let database: TestDatabase;
let keys: Keys;
let s3: NonNullable<ReturnType<typeof readConfig>["s3"]>;
let here: BackendInstance;
let there: BackendInstance;

interface BackendInstance {
  dataDir: string;
  backend: Backend;
  papers: ReturnType<ReturnType<typeof createClient>["storage"]["from"]>;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "yaare-test-"));
  server = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory: join(folder, "s3"),
    configureBuckets: [{ name: "yaare" }],
  });
  const { port } = await server.run();
  const config = readConfig({ S3_URL: `http://S3RVER:S3RVER@127.0.0.1:${port}/yaare/` });
  if (config.s3 === null) throw new Error("S3_URL was not read");
  s3 = config.s3;
  database = await createTestDatabase();
  await database.connect("postgres")`
    insert into storage.buckets (id, name, public) values ('papers', 'papers', true)`;
  keys = await createKeys();
  [here, there] = [await startInstance("here"), await startInstance("there")];
});
afterAll(async () => {
  await Promise.all([here, there].map(({ backend }) => backend.close()));
  await database.drop();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function startInstance(name: string): Promise<BackendInstance> {
  const dataDir = join(folder, name);
  const log = createLogger("silent");
  const backend = await openBackend({
    target: database.target,
    keys,
    log,
    siteUrl: "http://shop.test",
    dataDir,
    s3,
    enqueueMail: enqueueAccountMail,
    isAdministrator,
  });
  const client = createClient("http://shop.test", keys.serviceRoleKey, {
    global: { fetch: (input, init) => backend.fetch(new Request(input, init), "127.0.0.1") },
    auth: { persistSession: false, autoRefreshToken: false },
  });
  return { dataDir, backend, papers: client.storage.from("papers") };
}

/** The keys in the bucket. */
async function listStoredKeys(prefix = ""): Promise<string[]> {
  const keys: string[] = [];
  for await (const page of new S3Bucket(s3).list(prefix)) keys.push(...page.map(({ key }) => key));
  return keys;
}

async function countFiles(directory: string): Promise<number> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}

const downloadText = async ({ papers }: BackendInstance, key: string) =>
  (await papers.download(key)).data?.text();

test("a file uploaded to one instance is served by the other, whole, in part, and as a smaller image", async () => {
  const key = `${randomUUID()}/é.txt`;
  await here.papers.upload("note.txt", "né y beoogo");
  expect(await downloadText(there, "note.txt")).toBe("né y beoogo");
  expect(await countFiles(join(there.dataDir, "storage/kept/objects"))).toBe(1);
  const range = await there.backend.fetch(
    new Request("http://shop.test/storage/v1/object/public/papers/note.txt", {
      headers: { range: "bytes=1-2" },
    }),
    "127.0.0.1",
  );
  expect([range.status, await range.text()]).toEqual([206, "é"]);
  await here.papers.upload("dot.png", ONE_PIXEL_PNG, { contentType: "image/png" });
  const image = await there.papers.download("dot.png", { transform: { width: 1, format: "origin" } });
  expect(image.data?.type).toBe("image/png");
  expect(toErrorSummary(await there.papers.info(key))).toEqual(NOT_FOUND_ERROR);
});

test("copies, moves, replacements and deletions apply to both", async () => {
  await here.papers.upload("a.txt", "first");
  await there.papers.copy("a.txt", "b.txt");
  await there.papers.move("b.txt", "c.txt");
  expect(await downloadText(here, "c.txt")).toBe("first");
  await there.papers.upload("a.txt", "second", { upsert: true });
  expect(await downloadText(here, "a.txt")).toBe("second");
  const before = (await listStoredKeys()).length;
  await here.papers.remove(["a.txt", "c.txt"]);
  expect(toErrorSummary(await there.papers.info("a.txt"))).toEqual(NOT_FOUND_ERROR);
  expect((await listStoredKeys()).length).toBe(before - 2);
});

test("concurrent requests fetch a file once, and a lost file is not found instead of a server error", async () => {
  await here.papers.upload("many.txt", "x".repeat(100_000));
  const texts = await Promise.all(Array.from({ length: 12 }, () => downloadText(there, "many.txt")));
  expect(new Set(texts).size).toBe(1);
  await here.papers.upload("lost.txt", "x");
  const [version] = (
    await database.connect("postgres", 1)<{ version: string }[]>`
    select version from storage.objects where name = 'lost.txt'`
  ).map((row) => row.version);
  await new S3Bucket(s3).remove(`objects/${version}`);
  expect((await there.papers.download("lost.txt")).error).toMatchObject({ status: 400 });
});

test("the orphan cleanup quarantines unreferenced objects; the disk cache is limited", async () => {
  const bucket = new S3Bucket(s3);
  const files = await S3FileStore.open(bucket, join(folder, "small"), { freeBytes: 0, cacheBytes: 1000 });
  const orphan = randomUUID();
  const named = (await listStoredKeys("objects/")).map((key) => key.slice("objects/".length));
  for (const version of [orphan, ...Array.from({ length: 3 }, randomUUID)]) {
    await files.commit(await files.receive(new Blob(["y".repeat(600)]).stream(), 1000), version);
  }
  // Two files of 600 bytes exceed the limit of this cache.
  await expect.poll(() => countFiles(join(folder, "small/objects"))).toBe(1);
  const handle = await files.read(orphan);
  expect((await handle?.readFile())?.length).toBe(600);
  await handle?.close();
  const renders = await RenderCache.open({ folder: join(folder, "renders"), maxBytes: 1, maxPixels: 1 });
  const sql = database.connect("supabase_storage_admin", 1);
  await cleanUpOrphans(sql, files, renders, Date.now() + 2 * 86_400_000);
  expect((await listStoredKeys("objects/")).map((key) => key.slice("objects/".length)).sort()).toEqual(
    named.sort(),
  );
  expect(await listStoredKeys("aside/")).toContain(`aside/${orphan}`);
  await cleanUpOrphans(sql, files, renders, Date.now() + 32 * 86_400_000);
  expect(await listStoredKeys("aside/")).toEqual([]);
});

test("an unusable bucket stops the start with a one-line error", async () => {
  const dataDir = join(folder, "refused");
  const options = {
    target: database.target,
    keys,
    log: createLogger("silent"),
    siteUrl: "http://shop.test",
    dataDir,
    enqueueMail: enqueueAccountMail,
    isAdministrator,
  };
  for (const wrong of [{ url: `${s3.url}-none` }, { secretAccessKey: "false" }]) {
    await expect(openBackend({ ...options, s3: { ...s3, ...wrong } })).rejects.toThrow(
      /^The bucket of S3_URL cannot/,
    );
  }
  for (const address of [
    "http://host/bucket",
    "http://a:b@host/",
    "http://a:b@host/bucket/deeper",
    "ftp://a:b@host/b",
  ])
    expect(() => readConfig({ S3_URL: address })).toThrow(/S3_URL is not/);
});
