/** Buckets, as service_role manages them and as a shop's own migrations create them. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startStorage, type TestStorage, toErrorSummary } from "#tests/support/storage-fixture.ts";

let storage: TestStorage;
beforeAll(async () => {
  storage = await startStorage();
});
afterAll(() => storage.close());

const BUCKET_NOT_FOUND_ERROR = { status: 400, statusCode: "404", code: "NoSuchBucket" };

test("are created, read, updated, emptied and deleted", async () => {
  const { service } = storage;
  const options = { public: false, fileSizeLimit: "1MB", allowedMimeTypes: ["image/*", "text/plain"] };
  expect((await service.createBucket("plans", options)).data).toEqual({ name: "plans" });
  expect((await service.getBucket("plans")).data).toEqual({
    id: "plans",
    name: "plans",
    owner: "",
    public: false,
    type: "STANDARD",
    file_size_limit: 1_000_000,
    allowed_mime_types: ["image/*", "text/plain"],
    created_at: expect.any(String),
    updated_at: expect.any(String),
  });
  const changed = await service.updateBucket("plans", { public: true, fileSizeLimit: null });
  expect(changed.data).toEqual({ message: "Successfully updated" });
  expect((await service.getBucket("plans")).data).toMatchObject({
    public: true,
    file_size_limit: null,
    allowed_mime_types: ["image/*", "text/plain"],
  });

  const before = await storage.files();
  for (const name of ["a", "b/c"])
    await service.from("plans").upload(name, "x", { contentType: "text/plain" });
  const full = { status: 400, statusCode: "409", code: "ResourceNotEmpty" };
  expect(toErrorSummary(await service.deleteBucket("plans"))).toEqual(full);
  expect((await service.emptyBucket("plans")).data).toEqual({ message: "Successfully emptied" });
  expect(await storage.files()).toEqual(before);
  expect((await service.deleteBucket("plans")).data).toEqual({ message: "Successfully deleted" });
  expect(toErrorSummary(await service.getBucket("plans"))).toEqual(BUCKET_NOT_FOUND_ERROR);
});

test("are listed in order, in pages, by a part of the name", async () => {
  const { service } = storage;
  for (const name of ["list-b", "list-a", "List-c"]) await service.createBucket(name);
  const names = async (options = {}) => (await service.listBuckets(options)).data?.map(({ name }) => name);
  expect(await names({ search: "list-", sortColumn: "name", sortOrder: "desc" })).toEqual([
    "List-c",
    "list-b",
    "list-a",
  ]);
  expect(await names({ search: "list-", sortColumn: "created_at", limit: 1, offset: 1 })).toEqual(["list-a"]);
  expect(await names({ search: "T-C" })).toEqual(["List-c"]);
  expect(await names({ search: "t_c" })).toEqual([]);
  expect(await names({ search: "T-C", limit: 5000 })).toEqual(["List-c"]);
  expect(await names()).toEqual(expect.arrayContaining(["papers", "box", "window"]));
});

test("are rejected with invalid settings", async () => {
  const { service } = storage;
  await service.createBucket("taken");
  const taken = { status: 400, statusCode: "409", code: "BucketAlreadyExists" };
  expect(toErrorSummary(await service.createBucket("taken"))).toEqual(taken);
  for (const name of ["", "a/b", " a", "é", "a".repeat(101)]) {
    expect(toErrorSummary(await service.createBucket(name))).toMatchObject({ code: "InvalidBucketName" });
  }
  const limit = (fileSizeLimit: string) => service.createBucket("limits", { public: false, fileSizeLimit });
  expect(toErrorSummary(await limit("51GB"))).toMatchObject({ code: "EntityTooLarge" });
  expect(toErrorSummary(await limit("a lot"))).toMatchObject({ code: "InvalidRequest" });
  const wrongType = await service.createBucket("types", { public: false, allowedMimeTypes: ["pictures"] });
  expect(toErrorSummary(wrongType)).toMatchObject({ code: "InvalidMimeType" });
});

test("that do not exist accept nothing and contain nothing", async () => {
  const nowhere = storage.service.from("nowhere");
  expect(toErrorSummary(await nowhere.upload("a", "x"))).toEqual(BUCKET_NOT_FOUND_ERROR);
  expect(toErrorSummary(await nowhere.info("a"))).toEqual(BUCKET_NOT_FOUND_ERROR);
  expect(toErrorSummary(await nowhere.copy("a", "b"))).toEqual(BUCKET_NOT_FOUND_ERROR);
  expect(toErrorSummary(await nowhere.createSignedUploadUrl("a"))).toEqual(BUCKET_NOT_FOUND_ERROR);
  expect(toErrorSummary(await storage.service.emptyBucket("nowhere"))).toEqual(BUCKET_NOT_FOUND_ERROR);
  expect((await nowhere.list()).data).toEqual([]);
});

test("and their objects are deleted through the service only, so that no file is left behind", async () => {
  await storage.service.from("window").upload("protected", "x");
  for (const table of ["objects", "buckets"]) {
    await expect(storage.owner.unsafe(`delete from storage.${table}`)).rejects.toMatchObject({
      code: "42501",
      message: expect.stringContaining("Direct deletion"),
    });
  }
});

test("policy helpers parse a key", async () => {
  const [row] = await storage.owner`
    select storage.foldername('a/b/c.tar.gz') as folders, storage.foldername('c') as none,
      storage.filename('a/b/c.tar.gz') as file, storage.extension('a/b/c.tar.gz') as extension`;
  expect(row).toEqual({ folders: ["a", "b"], none: [], file: "c.tar.gz", extension: "gz" });
});
