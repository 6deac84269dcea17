/** Every operation of the official client on files, by who may do it. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { failureOf, MISSING, type Person, PNG, startStorage, type TestStorage } from "./service.ts";

let storage: TestStorage;
let ada: Person;
beforeAll(async () => {
  storage = await startStorage();
  ada = await storage.person();
});
afterAll(() => storage.close());

const papers = () => ada.storage.from("papers");
const text = async ({ data }: { data: Blob | null }) => data?.text();

describe("upload", () => {
  test("a blob comes back with its bytes, type and length", async () => {
    const key = `${ada.id}/photos/a photo.png`;
    const { data, error } = await papers().upload(key, new Blob([PNG], { type: "image/png" }));
    expect(error).toBeNull();
    expect(data).toEqual({ id: expect.any(String), path: key, fullPath: `papers/${key}` });
    const found = await papers().download(key);
    expect(found.data?.type).toBe("image/png");
    expect(found.data && Buffer.from(await found.data.arrayBuffer())).toEqual(PNG);
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

  test("a key that is taken is a duplicate, unless it is to be replaced", async () => {
    const key = `${ada.id}/twice.txt`;
    await papers().upload(key, "one");
    const again = await papers().upload(key, "two");
    expect(failureOf(again)).toEqual({ status: 400, statusCode: "409", code: "KeyAlreadyExists" });
    expect(await text(await papers().download(key))).toBe("one");
    const first = await papers().info(key);
    await papers().upload(key, "three", { upsert: true });
    expect(await text(await papers().download(key))).toBe("three");
    await papers().update(key, "four");
    expect(await text(await papers().download(key))).toBe("four");
    expect((await papers().info(key)).data?.id).toBe(first.data?.id);
  });

  test("what is replaced leaves no file behind", async () => {
    const key = `${ada.id}/replaced.txt`;
    await papers().upload(key, "one");
    const before = await storage.files();
    await papers().upload(key, "two", { upsert: true });
    const after = await storage.files();
    expect(after.objects).toHaveLength(before.objects.length);
    expect(after.incoming).toEqual([]);
  });

  test("an empty file is a file", async () => {
    const key = `${ada.id}/empty.txt`;
    expect((await papers().upload(key, Buffer.alloc(0))).error).toBeNull();
    expect((await papers().download(key)).data?.size).toBe(0);
  });
});

describe("signed addresses", () => {
  test("read one object, for whoever holds them", async () => {
    const key = `${ada.id}/signed, once.txt`;
    await papers().upload(key, "signed");
    const { data } = await papers().createSignedUrl(key, 60);
    const answer = await storage.fetch(data?.signedUrl ?? "");
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe("signed");
    const kept = await papers().createSignedUrl(key, 60, { download: "reçu.txt" });
    const file = await storage.fetch(kept.data?.signedUrl ?? "");
    expect(file.headers.get("content-disposition")).toBe(
      "attachment; filename=\"re_u.txt\"; filename*=UTF-8''re%C3%A7u.txt",
    );
  });

  test("many at once, each with its own failure", async () => {
    const key = `${ada.id}/one of many.txt`;
    await papers().upload(key, "many");
    const { data } = await papers().createSignedUrls([key, `${ada.id}/missing`], 60);
    expect(data?.map(({ path, error }) => [path, error])).toEqual([
      [key, null],
      [`${ada.id}/missing`, "Either the object does not exist or you do not have access to it"],
    ]);
    expect(await (await storage.fetch(data?.[0]?.signedUrl ?? "")).text()).toBe("many");
  });

  test("take one upload, for whoever holds them", async () => {
    const key = `${ada.id}/by a friend.txt`;
    const { data } = await papers().createSignedUploadUrl(key);
    const { error } = await storage.anon.from("papers").uploadToSignedUrl(key, data?.token ?? "", "hello");
    expect(error).toBeNull();
    expect(await text(await papers().download(key))).toBe("hello");
    const [row] = await storage.owner`select owner_id from storage.objects where name = ${key}`;
    expect(row?.owner_id).toBe(ada.id);
    const again = await storage.anon.from("papers").uploadToSignedUrl(key, data?.token ?? "", "again");
    expect(failureOf(again)).toMatchObject({ code: "KeyAlreadyExists" });
  });
});

describe("objects", () => {
  test("exist or do not", async () => {
    await papers().upload(`${ada.id}/there.txt`, "there");
    expect((await papers().exists(`${ada.id}/there.txt`)).data).toBe(true);
    expect((await papers().exists(`${ada.id}/not there.txt`)).data).toBe(false);
    expect(failureOf(await papers().info(`${ada.id}/not there.txt`))).toEqual(MISSING);
  });

  test("are listed by folders, first, and names", async () => {
    const folder = `${ada.id}/shelf`;
    for (const name of ["b.txt", "a.txt", "c_1/x.txt", "c_1/y.txt", "cx1/z.txt"]) {
      await papers().upload(`${folder}/${name}`, name);
    }
    const names = async (path: string, options = {}) =>
      (await papers().list(path, options)).data?.map((entry) => [entry.name, entry.id !== null]);
    expect(await names(folder)).toEqual([
      ["c_1", false],
      ["cx1", false],
      ["a.txt", true],
      ["b.txt", true],
    ]);
    expect(await names(folder, { limit: 2, offset: 1 })).toEqual([
      ["cx1", false],
      ["a.txt", true],
    ]);
    expect(await names(folder, { sortBy: { column: "name", order: "desc" } })).toEqual([
      ["cx1", false],
      ["c_1", false],
      ["b.txt", true],
      ["a.txt", true],
    ]);
    expect(await names(folder, { sortBy: { column: "created_at", order: "desc" } })).toEqual([
      ["cx1", false],
      ["c_1", false],
      ["a.txt", true],
      ["b.txt", true],
    ]);
    expect(await names(`${folder}/c_1`)).toEqual([
      ["x.txt", true],
      ["y.txt", true],
    ]);
    expect(await names(folder, { search: "B" })).toEqual([["b.txt", true]]);
    expect(await names(folder, { search: "c_" })).toEqual([["c_1", false]]);
    const { data } = await papers().list(folder, { search: "a" });
    expect(data?.[0]?.metadata).toMatchObject({ size: 5, httpStatusCode: 200, contentLength: 5 });
  });

  test("move, with their content", async () => {
    const [from, to] = [`${ada.id}/from.txt`, `${ada.id}/moved/to.txt`];
    await papers().upload(from, "moving");
    expect((await papers().move(from, to)).data).toMatchObject({ message: "Successfully moved" });
    expect(failureOf(await papers().info(from))).toEqual(MISSING);
    expect(await text(await papers().download(to))).toBe("moving");
    await papers().upload(from, "another");
    expect(failureOf(await papers().move(from, to))).toMatchObject({ code: "KeyAlreadyExists" });
    expect(failureOf(await papers().move(`${ada.id}/nothing`, to))).toEqual(MISSING);
  });

  test("are copied, each with a life of its own", async () => {
    const [from, to] = [`${ada.id}/original.txt`, `${ada.id}/copy.txt`];
    await papers().upload(from, "same", { metadata: { by: "ada" } });
    expect((await papers().copy(from, to)).data).toEqual({ path: `papers/${to}` });
    expect((await papers().info(to)).data?.metadata).toEqual({ by: "ada" });
    await papers().remove([from]);
    expect(await text(await papers().download(to))).toBe("same");
    expect(failureOf(await papers().copy(from, to))).toEqual(MISSING);
    await papers().upload(from, "again");
    expect(failureOf(await papers().copy(from, to))).toMatchObject({ code: "KeyAlreadyExists" });
  });

  test("are copied with other words about them", async () => {
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

  test("are forgotten by no content network, since there is none", async () => {
    const refused = { status: 403, statusCode: "403" };
    const { error } = await storage.service.from("papers").purgeCache("a.txt");
    expect(failureOf({ error })).toEqual({ ...refused, code: "FeatureNotEnabled" });
    const theirs = await papers().purgeCache("a.txt");
    expect(failureOf(theirs)).toMatchObject({ statusCode: "403", code: "AccessDenied" });
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
