/** Files that live in a bucket that speaks S3, shared by two copies of the backend with disks of their own. */
import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import S3rver from "s3rver";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../../../backend/core/config.ts";
import { createKeys, type Keys } from "../../../backend/core/keys.ts";
import { createLogger } from "../../../backend/core/log.ts";
import { type Backend, openBackend } from "../../../backend/index.ts";
import { S3Bucket } from "../../../backend/storage/files/s3-bucket.ts";
import { S3Files } from "../../../backend/storage/files/s3-files.ts";
import { sweep } from "../../../backend/storage/files/sweep.ts";
import { Renders } from "../../../backend/storage/images/renders.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { failureOf, MISSING, PNG } from "./service.ts";

let folder: string;
let server: S3rver;
let database: TestDatabase;
let keys: Keys;
let s3: NonNullable<ReturnType<typeof readConfig>["s3"]>;
let here: Copy;
let there: Copy;

interface Copy {
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
  [here, there] = [await open("here"), await open("there")];
});
afterAll(async () => {
  await Promise.all([here, there].map(({ backend }) => backend.close()));
  await database.drop();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function open(name: string): Promise<Copy> {
  const dataDir = join(folder, name);
  const log = createLogger("silent");
  const backend = await openBackend({
    target: database.target,
    keys,
    log,
    siteUrl: "http://shop.test",
    dataDir,
    s3,
  });
  const client = createClient("http://shop.test", keys.serviceRoleKey, {
    global: { fetch: (input, init) => backend.fetch(new Request(input, init), "127.0.0.1") },
    auth: { persistSession: false, autoRefreshToken: false },
  });
  return { dataDir, backend, papers: client.storage.from("papers") };
}

/** The keys in the bucket. */
async function stored(prefix = ""): Promise<string[]> {
  const keys: string[] = [];
  for await (const page of new S3Bucket(s3).list(prefix)) keys.push(...page.map(({ key }) => key));
  return keys;
}

async function filesIn(directory: string): Promise<number> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}

const textOf = async ({ papers }: Copy, key: string) => (await papers.download(key)).data?.text();

test("what one copy takes in, the other gives out, whole or in part, and as a smaller picture", async () => {
  const key = `${randomUUID()}/é.txt`;
  await here.papers.upload("note.txt", "né y beoogo");
  expect(await textOf(there, "note.txt")).toBe("né y beoogo");
  expect(await filesIn(join(there.dataDir, "storage/kept/objects"))).toBe(1);
  const range = await there.backend.fetch(
    new Request("http://shop.test/storage/v1/object/public/papers/note.txt", {
      headers: { range: "bytes=1-2" },
    }),
    "127.0.0.1",
  );
  expect([range.status, await range.text()]).toEqual([206, "é"]);
  await here.papers.upload("dot.png", PNG, { contentType: "image/png" });
  const picture = await there.papers.download("dot.png", { transform: { width: 1, format: "origin" } });
  expect(picture.data?.type).toBe("image/png");
  expect(failureOf(await there.papers.info(key))).toEqual(MISSING);
});

test("copies, moves, replacements and deletions reach both", async () => {
  await here.papers.upload("a.txt", "first");
  await there.papers.copy("a.txt", "b.txt");
  await there.papers.move("b.txt", "c.txt");
  expect(await textOf(here, "c.txt")).toBe("first");
  await there.papers.upload("a.txt", "second", { upsert: true });
  expect(await textOf(here, "a.txt")).toBe("second");
  const before = (await stored()).length;
  await here.papers.remove(["a.txt", "c.txt"]);
  expect(failureOf(await there.papers.info("a.txt"))).toEqual(MISSING);
  expect((await stored()).length).toBe(before - 2);
});

test("many who ask at once for a file fetch it once, and a file that is lost is missing and no fault", async () => {
  await here.papers.upload("many.txt", "x".repeat(100_000));
  const texts = await Promise.all(Array.from({ length: 12 }, () => textOf(there, "many.txt")));
  expect(new Set(texts).size).toBe(1);
  await here.papers.upload("lost.txt", "x");
  const [version] = (
    await database.connect("postgres", 1)<{ version: string }[]>`
    select version from storage.objects where name = 'lost.txt'`
  ).map((row) => row.version);
  await new S3Bucket(s3).remove(`objects/${version}`);
  expect((await there.papers.download("lost.txt")).error).toMatchObject({ status: 400 });
});

test("the sweep sets aside what no row names; the disk keeps no more than it may", async () => {
  const bucket = new S3Bucket(s3);
  const files = await S3Files.open(bucket, join(folder, "small"), { freeBytes: 0, keptBytes: 1000 });
  const orphan = randomUUID();
  const named = (await stored("objects/")).map((key) => key.slice("objects/".length));
  for (const version of [orphan, ...Array.from({ length: 3 }, randomUUID)]) {
    await files.keep(await files.receive(new Blob(["y".repeat(600)]).stream(), 1000), version);
  }
  // Two of them are more than may be kept.
  await expect.poll(() => filesIn(join(folder, "small/objects"))).toBe(1);
  const handle = await files.read(orphan);
  expect((await handle?.readFile())?.length).toBe(600);
  await handle?.close();
  const renders = await Renders.open({ folder: join(folder, "renders"), maxBytes: 1, maxPixels: 1 });
  const sql = database.connect("supabase_storage_admin", 1);
  await sweep(sql, files, renders, Date.now() + 2 * 86_400_000);
  expect((await stored("objects/")).map((key) => key.slice("objects/".length)).sort()).toEqual(named.sort());
  expect(await stored("aside/")).toContain(`aside/${orphan}`);
  await sweep(sql, files, renders, Date.now() + 32 * 86_400_000);
  expect(await stored("aside/")).toEqual([]);
});

test("a bucket that cannot be used stops the start with one line", async () => {
  const dataDir = join(folder, "refused");
  const options = {
    target: database.target,
    keys,
    log: createLogger("silent"),
    siteUrl: "http://shop.test",
    dataDir,
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
