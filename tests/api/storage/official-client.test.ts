/** Every file operation of the official client, as an authorized user. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  NOT_FOUND_ERROR,
  ONE_PIXEL_PNG,
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

const papers = () => ada.storage.from("papers");
const text = async ({ data }: { data: Blob | null }) => data?.text();

describe("upload", () => {
  test("a blob is returned with its bytes, type and length", async () => {
    const key = `${ada.id}/photos/a photo.png`;
    const { data, error } = await papers().upload(key, new Blob([ONE_PIXEL_PNG], { type: "image/png" }));
    expect(error).toBeNull();
    expect(data).toEqual({ id: expect.any(String), path: key, fullPath: `papers/${key}` });
    const found = await papers().download(key);
    expect(found.data?.type).toBe("image/png");
    expect(found.data && Buffer.from(await found.data.arrayBuffer())).toEqual(ONE_PIXEL_PNG);
  });

  test.each([
    ["text", () => "bonjour"],
    ["a buffer", () => Buffer.from("bonjour")],
    ["a stream", () => new Blob(["bonjour"]).stream()],
    [
      "a form",
      () => {
        const form = new FormData();
        form.append("", new File(["bonjour"], "bonjour.txt", { type: "text/plain" }));
        return form;
      },
    ],
  ])("%s", async (name, body) => {
    const key = `${ada.id}/${name}.txt`;
    const options = { contentType: "text/plain", cacheControl: "60", metadata: { from: "ada" } };
    expect((await papers().upload(key, body(), options)).error).toBeNull();
    expect(await text(await papers().download(key))).toBe("bonjour");
    const { data } = await papers().info(key);
    expect(data).toMatchObject({ size: 7, contentType: expect.stringMatching(/^text\/plain/) });
    expect(data).toMatchObject({ cacheControl: "max-age=60", metadata: { from: "ada" }, name: key });
  });

  test("a key that is taken is a duplicate, unless upsert is set", async () => {
    const key = `${ada.id}/twice.txt`;
    await papers().upload(key, "one");
    const again = await papers().upload(key, "two");
    expect(toErrorSummary(again)).toEqual({ status: 400, statusCode: "409", code: "KeyAlreadyExists" });
    expect(await text(await papers().download(key))).toBe("one");
    const first = await papers().info(key);
    await papers().upload(key, "three", { upsert: true });
    expect(await text(await papers().download(key))).toBe("three");
    await papers().update(key, "four");
    expect(await text(await papers().download(key))).toBe("four");
    expect((await papers().info(key)).data?.id).toBe(first.data?.id);
  });

  test("a replaced object leaves no file behind", async () => {
    const key = `${ada.id}/replaced.txt`;
    await papers().upload(key, "one");
    const before = await storage.files();
    await papers().upload(key, "two", { upsert: true });
    const after = await storage.files();
    expect(after.objects).toHaveLength(before.objects.length);
    expect(after.incoming).toEqual([]);
  });

  test("an empty file is accepted", async () => {
    const key = `${ada.id}/empty.txt`;
    expect((await papers().upload(key, Buffer.alloc(0))).error).toBeNull();
    expect((await papers().download(key)).data?.size).toBe(0);
  });
});

describe("signed URLs", () => {
  test("allow anyone to read one object", async () => {
    const key = `${ada.id}/signed, once.txt`;
    await papers().upload(key, "signed");
    const { data } = await papers().createSignedUrl(key, 60);
    const response = await storage.fetch(data?.signedUrl ?? "");
    expect(response.status).toBe(200);
    expect(await response.text()).toBe("signed");
    const remaining = await papers().createSignedUrl(key, 60, { download: "reçu.txt" });
    const file = await storage.fetch(remaining.data?.signedUrl ?? "");
    expect(file.headers.get("content-disposition")).toBe(
      "attachment; filename=\"re_u.txt\"; filename*=UTF-8''re%C3%A7u.txt",
    );
  });

  test("are created in batches, each with its own error", async () => {
    const key = `${ada.id}/one of many.txt`;
    await papers().upload(key, "many");
    const { data } = await papers().createSignedUrls([key, `${ada.id}/missing`], 60);
    expect(data?.map(({ path, error }) => [path, error])).toEqual([
      [key, null],
      [`${ada.id}/missing`, "Either the object does not exist or you do not have access to it"],
    ]);
    expect(await (await storage.fetch(data?.[0]?.signedUrl ?? "")).text()).toBe("many");
    const missing = Array.from({ length: 1000 }, (_, i) => `${ada.id}/missing ${i}`);
    expect((await papers().createSignedUrls(missing, 60)).data).toHaveLength(1000);
  });

  test("allow anyone one upload", async () => {
    const key = `${ada.id}/by a friend.txt`;
    const { data } = await papers().createSignedUploadUrl(key);
    const { error } = await storage.anon.from("papers").uploadToSignedUrl(key, data?.token ?? "", "hello");
    expect(error).toBeNull();
    expect(await text(await papers().download(key))).toBe("hello");
    const [row] = await storage.owner`select owner_id from storage.objects where name = ${key}`;
    expect(row?.owner_id).toBe(ada.id);
    const again = await storage.anon.from("papers").uploadToSignedUrl(key, data?.token ?? "", "again");
    expect(toErrorSummary(again)).toMatchObject({ code: "KeyAlreadyExists" });
  });
});

describe("objects", () => {
  test("exist or do not", async () => {
    await papers().upload(`${ada.id}/there.txt`, "there");
    expect((await papers().exists(`${ada.id}/there.txt`)).data).toBe(true);
    expect((await papers().exists(`${ada.id}/not there.txt`)).data).toBe(false);
    expect(toErrorSummary(await papers().info(`${ada.id}/not there.txt`))).toEqual(NOT_FOUND_ERROR);
  });

  test("are listed with the folders, by names or by times", async () => {
    const folder = `${ada.id}/shelf`;
    for (const name of ["d.txt", "A.txt", "c_1/x.txt", "c_1/y.txt", "B1/z.txt"]) {
      await papers().upload(`${folder}/${name}`, name);
    }
    const names = async (path: string, options = {}) =>
      (await papers().list(path, options)).data?.map((entry) => [entry.name, entry.id !== null]);
    const byName = [
      ["A.txt", true],
      ["B1", false],
      ["c_1", false],
      ["d.txt", true],
    ];
    expect(await names(folder, { limit: 10_000 })).toEqual(byName);
    expect(await names(folder, { limit: 2, offset: 1 })).toEqual(byName.slice(1, 3));
    expect(await names(folder, { limit: "2", offset: "1" })).toEqual(byName.slice(1, 3));
    expect(await names(folder, { sortBy: { column: "name", order: "desc" } })).toEqual(byName.toReversed());
    expect(await names(folder, { sortBy: { column: "created_at", order: "desc" } })).toEqual([
      ["c_1", false],
      ["B1", false],
      ["A.txt", true],
      ["d.txt", true],
    ]);
    expect(await names(`${folder}/c_1`)).toEqual([
      ["x.txt", true],
      ["y.txt", true],
    ]);
    expect(await names(folder, { search: "D" })).toEqual([["d.txt", true]]);
    expect(await names(folder, { search: "c_" })).toEqual([["c_1", false]]);
    expect(await names(folder, { search: "c_1/Y" })).toEqual([["y.txt", true]]);
    const { data } = await papers().list(folder, { search: "a" });
    expect(data?.[0]?.metadata).toMatchObject({ size: 5, httpStatusCode: 200, contentLength: 5 });
  });

  test("are moved with their content", async () => {
    const [from, to] = [`${ada.id}/from.txt`, `${ada.id}/moved/to.txt`];
    await papers().upload(from, "moving");
    expect((await papers().move(from, to)).data).toMatchObject({ message: "Successfully moved" });
    expect(toErrorSummary(await papers().info(from))).toEqual(NOT_FOUND_ERROR);
    expect(await text(await papers().download(to))).toBe("moving");
    await papers().upload(from, "another");
    expect(toErrorSummary(await papers().move(from, to))).toMatchObject({ code: "KeyAlreadyExists" });
    expect(toErrorSummary(await papers().move(`${ada.id}/nothing`, to))).toEqual(NOT_FOUND_ERROR);
  });

  test("are copied, independently of each other", async () => {
    const [from, to] = [`${ada.id}/original.txt`, `${ada.id}/copy.txt`];
    await papers().upload(from, "same", { metadata: { by: "ada" } });
    expect((await papers().copy(from, to)).data).toEqual({ path: `papers/${to}` });
    expect((await papers().info(to)).data?.metadata).toEqual({ by: "ada" });
    await papers().remove([from]);
    expect(await text(await papers().download(to))).toBe("same");
    expect(toErrorSummary(await papers().copy(from, to))).toEqual(NOT_FOUND_ERROR);
    await papers().upload(from, "again");
    expect(toErrorSummary(await papers().copy(from, to))).toMatchObject({ code: "KeyAlreadyExists" });
  });

  test("are copied with new metadata", async () => {
    const key = `${ada.id}/of-one-kind.txt`;
    await papers().upload(key, "same", { metadata: { by: "ada" } });
    const body = {
      bucketId: "papers",
      sourceKey: key,
      destinationKey: `${ada.id}/of-another.md`,
      copyMetadata: false,
      metadata: { cacheControl: "max-age=60", mimetype: "text/markdown" },
    };
    const headers = { authorization: `Bearer ${ada.token}`, "content-type": "application/json" };
    await storage.fetch("/storage/v1/object/copy", { method: "POST", headers, body: JSON.stringify(body) });
    expect((await papers().info(body.destinationKey)).data).toMatchObject({
      contentType: "text/markdown",
      cacheControl: "max-age=60",
      metadata: {},
    });
  });

  test("cannot be purged from a CDN, since there is none", async () => {
    const rejected = { status: 403, statusCode: "403" };
    const { error } = await storage.service.from("papers").purgeCache("a.txt");
    expect(toErrorSummary({ error })).toEqual({ ...rejected, code: "FeatureNotEnabled" });
    const theirs = await papers().purgeCache("a.txt");
    expect(toErrorSummary(theirs)).toMatchObject({ statusCode: "403", code: "AccessDenied" });
  });

  test("are removed, with their files", async () => {
    const keys = ["r1", "r2"].map((name) => `${ada.id}/${name}`);
    const before = await storage.files();
    for (const key of keys) await papers().upload(key, "going");
    const { data } = await papers().remove([...keys, `${ada.id}/never was`]);
    expect(data?.map(({ name }) => name).sort()).toEqual(keys);
    expect(await storage.files()).toEqual(before);
  });
});
