/** A bucket in pages: every entry once, in every order. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type StorageUser,
  startStorage,
  type TestStorage,
  toErrorSummary,
} from "#tests/support/storage-fixture.ts";

const NAMES = ["b.txt", "a/1.txt", "a/2.txt", "a/deep/3.txt", "B.txt", "c/4.txt", "a.txt", "a-b.txt"];

let storage: TestStorage;
let ada: StorageUser;
let prefix: string;
beforeAll(async () => {
  storage = await startStorage();
  ada = await storage.createUser();
  prefix = `${ada.id}/`;
  for (const name of NAMES) await papers().upload(`${prefix}${name}`, name);
});
afterAll(() => storage.close());

const papers = () => ada.storage.from("papers");
type Options = Parameters<ReturnType<typeof papers>["listV2"]>[0];

/** All pages in sequence, without the prefix. */
async function pages(options: Options): Promise<string[][]> {
  const found: string[][] = [];
  let cursor: string | undefined;
  do {
    const { data, error } = await papers().listV2({ prefix, ...options, cursor });
    expect(error).toBeNull();
    found.push(
      [...(data?.folders ?? []), ...(data?.objects ?? [])].map(({ name }) => name.slice(prefix.length)),
    );
    cursor = data?.nextCursor;
    expect(data?.hasNext).toBe(cursor !== undefined);
  } while (cursor);
  return found;
}

test("flat, in byte order", async () => {
  expect(await pages({})).toEqual([[...NAMES].sort()]);
  expect(await pages({ limit: 3 })).toEqual([
    ["B.txt", "a-b.txt", "a.txt"],
    ["a/1.txt", "a/2.txt", "a/deep/3.txt"],
    ["b.txt", "c/4.txt"],
  ]);
});

test("at most a thousand at a time", async () => {
  await storage.owner`
    insert into storage.objects (bucket_id, name)
    select 'box', 'many/' || n from generate_series(1, 1001) n`;
  const { data } = await storage.service.from("box").listV2({ prefix: "many/", limit: 5000 });
  expect(data).toMatchObject({ hasNext: true, objects: { length: 1000 } });
});

test("by folders, which are listed apart from the objects of a page", async () => {
  expect(await pages({ with_delimiter: true })).toEqual([["a/", "c/", "B.txt", "a-b.txt", "a.txt", "b.txt"]]);
  expect(await pages({ with_delimiter: true, limit: 2 })).toEqual([
    ["B.txt", "a-b.txt"],
    ["a/", "a.txt"],
    ["c/", "b.txt"],
  ]);
});

test("with any prefix, even one that ends inside a name", async () => {
  const { data } = await papers().listV2({ prefix: `${prefix}a/d`, with_delimiter: true });
  expect(data).toMatchObject({
    hasNext: false,
    folders: [{ key: `${prefix}a/deep`, name: `${prefix}a/deep/` }],
    objects: [],
  });
});

describe.each(["created_at", "updated_at"] as const)("by %s", (column) => {
  test.each([1, 3, 100])("in pages of %i", async (limit) => {
    const forward = (await pages({ limit, sortBy: { column, order: "asc" } })).flat();
    expect(forward).toEqual(NAMES);
    const backward = (await pages({ limit, sortBy: { column, order: "desc" } })).flat();
    expect(backward).toEqual(NAMES.toReversed());
  });
});

test("has the same fields for each object as list", async () => {
  const { data } = await papers().listV2({ prefix: `${prefix}a.txt` });
  expect(data?.objects).toEqual([
    {
      id: expect.any(String),
      key: `${prefix}a.txt`,
      name: `${prefix}a.txt`,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      last_accessed_at: expect.any(String),
      metadata: expect.objectContaining({ size: 5 }),
    },
  ]);
});

test("hides the objects of others", async () => {
  for (const client of [storage.anon, (await storage.createUser()).storage]) {
    const { data } = await client.from("papers").listV2({ prefix, with_delimiter: true });
    expect(data).toEqual({ hasNext: false, folders: [], objects: [] });
  }
});

test.each(["nonsense", Buffer.from('{"column":"owner"}').toString("base64url")])(
  "rejects the cursor %s",
  async (cursor) => {
    expect(toErrorSummary(await papers().listV2({ cursor }))).toMatchObject({ code: "InvalidRequest" });
  },
);

test("rejects a cursor with an invalid date", async () => {
  const place = { column: "created_at", order: "asc", value: "1); drop table", name: "" };
  const cursor = Buffer.from(JSON.stringify(place)).toString("base64url");
  expect(toErrorSummary(await papers().listV2({ cursor }))).toMatchObject({ code: "InvalidRequest" });
});
