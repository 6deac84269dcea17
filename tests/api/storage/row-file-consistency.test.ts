/**
 * Rows and files stay consistent when uploads fail, are interrupted or concurrent, or when the process
 * crashes.
 */
import { randomUUID } from "node:crypto";
import { mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { LocalFileStore } from "#backend/storage/files/local-file-store.ts";
import { cleanUpOrphans } from "#backend/storage/files/orphan-cleanup.ts";
import { RenderCache } from "#backend/storage/images/render-cache.ts";
import {
  type StorageUser,
  startStorage,
  type TestStorage,
  toErrorSummary,
} from "#tests/support/storage-fixture.ts";

let storage: TestStorage;
let ada: StorageUser;
beforeAll(async () => {
  storage = await startStorage();
  ada = await storage.createUser();
});
afterAll(() => storage.close());

let before: Awaited<ReturnType<TestStorage["files"]>>;
beforeEach(async () => {
  before = await storage.files();
});

const papers = () => ada.storage.from("papers");
const toKey = (name: string) => `${ada.id}/${name}`;
const countRows = async (key: string) =>
  (await storage.owner`select from storage.objects where name = ${key}`).length;
const uploadStream = (key: string, body: ReadableStream) => {
  const headers = { authorization: `Bearer ${ada.token}` };
  const init: RequestInit & { duplex: "half" } = { method: "POST", headers, body, duplex: "half" };
  return storage.fetch(`/storage/v1/object/papers/${key}`, init);
};

test("an interrupted upload leaves neither a row nor a file", async () => {
  let pulls = 0;
  const body = new ReadableStream({
    pull(controller) {
      pulls += 1;
      if (pulls === 5) controller.error(new Error("the line went dead"));
      else controller.enqueue(new Uint8Array(1000));
    },
  });
  const response = await uploadStream(toKey("cut off"), body);
  expect([response.status, await response.json()]).toMatchObject([499, { code: "Aborted" }]);
  expect(await countRows(toKey("cut off"))).toBe(0);
  expect(await storage.files()).toEqual(before);
});

describe("when the database fails on commit", () => {
  beforeAll(() =>
    storage.owner.unsafe(`
      create function public.refuse() returns trigger language plpgsql as $$
      begin
        if new.name like '%refused%' then raise exception 'not today'; end if;
        return null;
      end
      $$;
      create constraint trigger refuse after insert or update on storage.objects
        deferrable initially deferred for each row execute function public.refuse()`),
  );
  afterAll(() => storage.owner.unsafe("drop function public.refuse cascade"));

  test("a new object leaves no file", async () => {
    const response = await papers().upload(toKey("refused"), "x");
    expect(toErrorSummary(response)).toEqual({ status: 400, statusCode: "400", code: "InvalidRequest" });
    expect(response.error?.message).toBe("not today");
    expect(await storage.files()).toEqual(before);
  });

  test("a copy leaves no file", async () => {
    await papers().upload(toKey("source"), "x");
    const files = await storage.files();
    expect(toErrorSummary(await papers().copy(toKey("source"), toKey("refused")))).not.toBeNull();
    expect(await storage.files()).toEqual(files);
  });
});

test("an object is invisible until it is complete", async () => {
  const [first, rest] = [new Uint8Array(100_000).fill(65), new Uint8Array(100_000).fill(66)];
  const gate = Promise.withResolvers<void>();
  const taken = Promise.withResolvers<void>();
  let pulls = 0;
  const body = new ReadableStream(
    {
      async pull(controller) {
        pulls += 1;
        if (pulls === 1) return controller.enqueue(first);
        taken.resolve();
        await gate.promise;
        controller.enqueue(rest);
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const upload = uploadStream(toKey("slow"), body);
  await taken.promise;
  expect((await papers().exists(toKey("slow"))).data).toBe(false);
  gate.resolve();
  expect((await upload).status).toBe(200);
  expect((await papers().download(toKey("slow"))).data?.size).toBe(200_000);
});

test("a read during a replacement returns one version or the other, complete", async () => {
  const key = toKey("busy");
  const letters = ["a", "b", "c", "d"];
  const content = (letter: string) => letter.repeat(300_000);
  await papers().upload(key, content("a"));
  const writing = Promise.all(
    letters.map((letter) => papers().upload(key, content(letter), { upsert: true })),
  );
  const readings = await Promise.all(Array.from({ length: 20 }, () => papers().download(key)));
  for (const { data } of readings) {
    const text = await data?.text();
    expect(letters.map(content)).toContain(text);
  }
  for (const { error } of await writing) expect(error).toBeNull();
  expect(await countRows(key)).toBe(1);
  expect((await storage.files()).objects).toHaveLength(before.objects.length + 1);
});

test("concurrent uploads of a new key: one succeeds, unless upsert is set", async () => {
  const times = Array.from({ length: 8 }, (_, index) => String(index));
  const plain = await Promise.all(times.map((text) => papers().upload(toKey("raced"), text)));
  expect(plain.filter(({ error }) => error === null)).toHaveLength(1);
  const upserts = await Promise.all(
    times.map((text) => papers().upload(toKey("upserted"), text, { upsert: true })),
  );
  expect(upserts.map(({ error }) => error)).toEqual(times.map(() => null));
  expect(new Set(upserts.map(({ data }) => data?.id)).size).toBe(1);
  const after = await storage.files();
  expect(after.objects).toHaveLength(before.objects.length + 2);
  expect(after.incoming).toEqual([]);
});

test("concurrent moves, replacements and copies lose nothing", async () => {
  const [a, b] = [toKey("here"), toKey("there")];
  await papers().upload(a, "first");
  for (let round = 0; round < 10; round++) {
    await Promise.all([
      papers().move(a, b),
      papers().upload(a, `round ${round}`, { upsert: true }),
      papers().copy(a, toKey(`copy ${round}`)),
    ]);
    const found = [];
    for (const key of [a, b]) if ((await papers().exists(key)).data) found.push(key);
    expect(found).not.toEqual([]);
    for (const key of found) expect((await papers().download(key)).error).toBeNull();
    await papers().remove([b]);
    await papers().upload(a, "again", { upsert: true });
  }
});

describe("the orphan cleanup", () => {
  const day = 24 * 3_600_000;
  const folder = () => join(storage.dataDir, "storage");
  const run = async (now: number) => {
    const sql = storage.database.connect("supabase_storage_admin", 1);
    const created = { folder: join(folder(), "renders"), maxBytes: 1e9, maxPixels: 1e6 };
    await cleanUpOrphans(sql, await LocalFileStore.open(folder(), 0), await RenderCache.open(created), now);
  };

  afterEach(() => run(Date.now() + 2 * day));

  test("quarantines the files of a crashed process after a grace period, and deletes them later", async () => {
    await papers().upload(toKey("referenced"), "referenced");
    const retained = await storage.files();
    const orphan = randomUUID();
    await mkdir(join(folder(), "objects", orphan.slice(0, 2)), { recursive: true, mode: 0o700 });
    await writeFile(join(folder(), "objects", orphan.slice(0, 2), orphan), "orphan");
    await writeFile(join(folder(), "incoming", randomUUID()), "half");
    await writeFile(join(folder(), "renders", `${orphan}-123`), "small");
    await run(Date.now() + day / 2);
    expect((await storage.files()).objects).toContain(orphan);
    await run(Date.now() + 2 * day);
    expect(await storage.files()).toEqual(retained);
    expect(await readdir(join(folder(), "aside"))).toEqual([orphan]);
    await expect.poll(() => readdir(join(folder(), "renders"))).toEqual([]);
    await run(Date.now() + 31 * day);
    expect(await readdir(join(folder(), "aside"))).toEqual([]);
    expect(await (await papers().download(toKey("referenced"))).data?.text()).toBe("referenced");
  });
});

test("a disk that is almost full accepts no uploads", async () => {
  const full = await LocalFileStore.open(join(storage.dataDir, "storage"), Number.MAX_SAFE_INTEGER);
  const source = new Blob(["x"]).stream();
  await expect(full.receive(source, 10)).rejects.toMatchObject({ statusCode: 507 });
  expect((await storage.files()).incoming).toEqual([]);
});

test.each(["ENOSPC", "EDQUOT"])("a disk that becomes full during an upload is told: %s", async (code) => {
  const store = await LocalFileStore.open(join(storage.dataDir, "storage"), 0);
  async function* fill() {
    yield Buffer.from("x");
    // As the write to the file fails.
    throw Object.assign(new Error("no space left on device"), { code });
  }
  await expect(store.receive(fill(), 10)).rejects.toMatchObject({ statusCode: 507 });
  expect((await storage.files()).incoming).toEqual([]);
});

test("files are readable by the process's own user only", async () => {
  const folder = join(storage.dataDir, "storage");
  await papers().upload(toKey("mode"), "x");
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const { mode } = await stat(join(entry.parentPath, entry.name));
    expect(mode & 0o777).toBe(entry.isDirectory() ? 0o700 : 0o600);
  }
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});
